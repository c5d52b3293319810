"""What only a real browser can show; the servers are on this machine."""
