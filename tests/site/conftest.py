"""Chromium, for the tests of pages that are marked so."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

# No sandbox: Chromium has none as root. Nothing in the background may ask for anything.
OPTIONS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--no-first-run"),
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: run .ci/browser")
    if (path := shutil.which("chromium")) is None:
        pytest.skip("Chromium is not installed: run .ci/browser")
    with api.sync_playwright() as playwright:
        playwright.selectors.set_test_id_attribute("data-part")
        chromium = playwright.chromium.launch(executable_path=path, args=OPTIONS)
        yield chromium
        chromium.close()
