"""Debian's Chromium: found, or brought where the user may install."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WHY_NOT = "no Chromium on this machine; install Debian's package chromium to run the browser tests"


def path() -> str | None:
    """Where it is, if anywhere."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def bring() -> None:
    """Install it through apt, where there is apt and we are root; say so where that fails."""
    if path() or not shutil.which("apt-get") or os.geteuid() != 0:
        return
    print("Installing Debian's chromium for the browser tests …", flush=True)
    quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
    for command in (
        ["apt-get", "update", "-q"],
        ["apt-get", "install", "-yq", "--no-install-recommends", "chromium"],
    ):
        if subprocess.run(command, check=False, **quiet).returncode:
            print(f"“{' '.join(command)}” failed.", file=sys.stderr)
            return
