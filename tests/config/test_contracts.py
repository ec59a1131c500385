"""Who may import whom is kept by import-linter, and a bad import is really found."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("config", "games", "scoring", "tournaments")


@pytest.fixture
def copy(tmp_path):
    """The packages and their contracts, in a folder where a bad import harms nobody."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint(folder):
    """The names of the contracts that do not hold there, and all that was said."""
    answer = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command as lint; lint()",
            "--no-cache",
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Contracts:" in answer.stdout, answer.stdout + answer.stderr
    broken = {
        line.split(":")[0].removesuffix(" BROKEN")
        for line in answer.stdout.splitlines()
        if line.endswith(" BROKEN")
    }
    assert bool(broken) == bool(answer.returncode)
    return broken, answer.stdout


def test_all_contracts_hold(copy):
    assert lint(copy)[0] == set()


BAD_IMPORTS = {
    "games.engine.bad": "django",
    "scoring.bad": "redis",
    "scoring.worse": "tournaments.engine",
    "tournaments.engine.bad": "celery",
    "tournaments.exchange.bad": "rest_framework",
    "games.bad": "scoring",
    "tournaments.bad": "config.env",
    "tournaments.worse": "games.models.event",
    "games.models.bad": "games.eventstore",
    "tournaments.models.bad": "tournaments.apps",
}


def test_bad_imports_are_found(copy):
    for module, imported in BAD_IMPORTS.items():
        (copy / f"{module.replace('.', '/')}.py").write_text(f"import {imported}\n")
    broken, said = lint(copy)
    assert broken == {
        "Packages",
        "Inside an app",
        "Rules are pure",
        "Only the event store and the read-only admin touch the event table",
    }
    assert {
        module for module, imported in BAD_IMPORTS.items() if f"{module} -> {imported}" not in said
    } == set()


def test_the_pure_packages_work_with_django_blocked():
    code = """
import pkgutil, sys, importlib
BLOCKED = {"django", "rest_framework", "celery", "kombu", "redis", "psycopg"}
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in BLOCKED:
            raise ImportError(f"{name} is blocked")
sys.meta_path.insert(0, Block())
for pure in ("games.engine", "scoring", "tournaments.engine", "tournaments.exchange"):
    package = importlib.import_module(pure)
    for module in pkgutil.walk_packages(package.__path__, f"{pure}."):
        importlib.import_module(module.name)
        print(module.name)
"""
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    assert "games.engine.melds" in answer.stdout.split()


def test_the_models_of_the_log_are_not_exported():
    import games.models
    from games.models import event

    tables = {
        name
        for name, value in vars(event).items()
        if isinstance(value, type) and value.__module__ == event.__name__
    }
    assert tables
    assert tables & set(vars(games.models)) == set()
