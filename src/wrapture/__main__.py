"""``python -m wrapture`` is the command line."""

from wrapture.cli.main import run

if __name__ == "__main__":
    run()
