"""From hand results to standings; pure."""
