"""What an organisation says of itself, its logo and colours; its history; closing it."""
