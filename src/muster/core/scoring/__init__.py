"""How the result of a table becomes points, margins and shares, step by step and clause by clause."""
