"""Lost and damaged components, proxies."""
