"""The events of an organisation: bringing in, releasing, who answers for them."""
