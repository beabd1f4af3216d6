return { "event_timer" }
