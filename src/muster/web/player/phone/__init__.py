"""The page on a phone: installed, pushed to."""
