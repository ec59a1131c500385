"""A table over https, as a club with a certificate serves it: its page loads again without a network."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from base64 import b64encode
from pathlib import Path

import pytest
import trustme
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from playwright.sync_api import expect

from tests.services import chromium, ports
from tests.tournaments.views.scene import evening
from tests.tournaments.views.test_table_offline import (
    HANDS,
    POINTS,
    all_sent,
    enter_offline,
    kept,
    opened,
    places_sent,
    points,
    waiting,
)

ROOT = Path(__file__).resolve().parents[3]
NAME = "club.test"
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def served(child_environment, tmp_path):
    """`manage.py serve` with a certificate of the club’s own: its address, and what it is known by."""
    certificate = trustme.CA().issue_cert(NAME)
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    chain.write_bytes(b"".join(each.bytes() for each in certificate.cert_chain_pems))
    key.write_bytes(as_pkcs8(certificate.private_key_pem.bytes()))
    port = ports.free()
    address = f"https://{NAME}:{port}"
    command = [sys.executable, "manage.py", "serve", "--port", str(port), "--cert", chain, "--key", key]
    surroundings = {**child_environment, "PUBLIC_URL": address, "WEB_PROCESSES": "1"}
    club = subprocess.Popen(
        command, cwd=ROOT, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    lines = []
    for line in club.stdout:
        lines.append(line)
        if "The club is open at" in line:
            break
    else:
        raise AssertionError("".join(lines))
    yield address, fingerprint(chain.read_bytes())
    club.terminate()
    club.wait(20)


def as_pkcs8(pem: bytes) -> bytes:
    """The key as the server reads it."""
    key = serialization.load_pem_private_key(pem, None)
    how = serialization.PrivateFormat.PKCS8
    return key.private_bytes(serialization.Encoding.PEM, how, serialization.NoEncryption())


def fingerprint(pem: bytes) -> str:
    """What a browser is told to trust: the digest of the certificate's public key."""
    key = x509.load_pem_x509_certificate(pem).public_key()
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    return b64encode(hashlib.sha256(key.public_bytes(serialization.Encoding.DER, form)).digest()).decode()


@pytest.fixture
def stranger(browser, served, tmp_path):
    """A phone that finds the club by its name in the network, and trusts its certificate alone."""
    rules = [f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    rules.append(f"--ignore-certificate-errors-spki-list={served[1]}")
    context = browser.browser_type.launch_persistent_context(
        tmp_path / "profile", executable_path=chromium.path(), args=[*chromium.ARGUMENTS, *rules],
        has_touch=True, viewport={"width": 390, "height": 844},
    )  # fmt: skip
    yield context.pages[0]
    context.close()


def test_three_hands_entered_offline_survive_a_reload_without_a_network_and_arrive_in_order(stranger, served):
    scene, (address, _trusted) = evening(), served
    opened(stranger, address, scene)
    assert stranger.evaluate("isSecureContext")
    cookies = stranger.context.cookies()
    assert cookies
    assert all(each["secure"] for each in cookies), cookies
    kept(stranger)
    sent = places_sent(stranger)
    enter_offline(stranger)
    assert "Keep this page open" not in stranger.locator("#queue").inner_text()
    stranger.reload()
    waiting(stranger, 3)
    expect(stranger.locator("#pad-now")).to_contain_text("Hand 4: how did it end?")
    stranger.context.set_offline(False)
    all_sent(stranger)
    assert sent == ["1.1.0", "1.2.0", "1.3.0"]
    assert points(scene) == POINTS[: len(HANDS)]
