"""What a browser is told, what production refuses, and how guessing a password ends."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from config import settings as real_settings
from config.login import locked_out

ROOT = Path(__file__).resolve().parents[2]


def test_the_deployment_check_is_clean_in_production(tmp_path):
    surroundings = {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": f"sqlite:///{tmp_path / 'club.sqlite3'}",
        "PUBLIC_URL": "https://cards.example.org",
        "SECRET_KEY": "9v$Kq!" + "Zr3x_t7Hw2-" * 6,
    }
    manage = [sys.executable, "manage.py"]
    subprocess.run([*manage, "migrate", "-v", "0"], cwd=ROOT, env=surroundings, check=True)
    answer = subprocess.run(
        [*manage, "check", "--deploy", "--fail-level", "WARNING", "--database", "default"],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (answer.returncode, answer.stdout, answer.stderr) == (
        0,
        "System check identified no issues (0 silenced).\n",
        "",
    )


@pytest.mark.parametrize("address", ["/admin/login/", "/api/schema/", "/api/v1/nothing/"])
@pytest.mark.django_db
def test_no_script_and_no_style_may_stand_inside_a_page(client, address):
    policy = directives(client.get(address).headers["Content-Security-Policy"])
    assert policy == {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }


def directives(header):
    """The policy as a dictionary."""
    return {name: values for name, *values in (part.split() for part in header.split(";") if part.strip())}


@pytest.mark.django_db
def test_addresses_with_codes_do_not_travel_and_pages_are_not_framed(client):
    headers = client.get("/admin/login/").headers
    assert (headers["Referrer-Policy"], headers["X-Frame-Options"]) == ("same-origin", "DENY")


def test_passwords_are_kept_with_argon2():
    assert real_settings.PASSWORD_HASHERS[0] == "django.contrib.auth.hashers.Argon2PasswordHasher"


@pytest.mark.django_db
def test_guessing_a_password_ends_after_ten_tries_even_for_the_right_one(client):
    User.objects.create_user("ada", password="right horse", is_staff=True)
    statuses = [try_password(client, "wrong").status_code for _ in range(settings.AXES_FAILURE_LIMIT)]
    assert statuses == [200] * 9 + [429]
    closed = try_password(client, "right horse")
    assert closed.status_code == 429
    assert re.findall("<h1[^>]*>(.*?)</h1>", closed.content.decode()) == ["Too many wrong passwords"]
    assert try_password(Client(REMOTE_ADDR="192.0.2.7"), "right horse").status_code == 302


@pytest.mark.django_db
def test_a_closed_login_of_the_api_says_how_long_to_wait(rf):
    answer = locked_out(rf.post("/api/v1/token/"))
    assert (answer.status_code, json.loads(answer.content)) == (
        429,
        {
            "code": "too_many_tries",
            "message": "Too many wrong passwords. Please wait before you try again.",
            "data": {"wait_seconds": 900},
        },
    )


def try_password(client, password):
    """Log in as Ada."""
    return client.post("/login/", {"username": "ada", "password": password})


def test_debug_is_off_unless_asked_for():
    assert (real_settings.DEBUG, settings.DEBUG) == (False, False)
