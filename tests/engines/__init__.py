"""Real search engines on this machine, filled with documents that are known, for the tests of the robot."""
