"""Who may open what. Pages and API ask here before they fetch anything."""
