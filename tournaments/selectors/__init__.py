"""What pages and API show: nouns one could point at."""
