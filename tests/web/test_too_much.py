"""Forms that are larger than anything of ours."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.cast import Cast
from tests.web.attacks import as_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("size", [1_100_000, 3_000_000])
def test_too_much_is_refused_before_it_is_read(cast: Cast, size: int) -> None:
    data = f"name={'x' * size}"
    form = "application/x-www-form-urlencoded"
    response = as_user(cast.gm).post(reverse("campaign_new"), data, content_type=form)
    assert response.status_code == 413
    assert "höchstens 1 MB" in response.content.decode()
