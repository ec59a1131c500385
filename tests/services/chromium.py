"""Debian's Chromium: found, or brought where the user may install.

Its shell without a window is taken where it is there: the same engine, for a fifth less of the processor.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium-headless-shell", "chromium")  # the first that there is
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
    subprocess.run(["apt-get", "update", "-q"], check=False, **quiet)
    for package in PACKAGES:
        command = ["apt-get", "install", "-yq", "--no-install-recommends", package]
        if not subprocess.run(command, check=False, **quiet).returncode:
            return
        print(f"“{' '.join(command)}” failed.", file=sys.stderr)
