"""The two sizes at which the layout is tested."""

import pytest

LAPTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

at_both_sizes = pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
