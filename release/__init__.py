"""What a release needs: checks of the built packages, the documentation's pictures and the images' steps."""
