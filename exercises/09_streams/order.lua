return { "event_timer", "two_streams", "chunked_pipeline", "wait_event", "hunt_missing_sync", "graph_replay", "host_callback" }
