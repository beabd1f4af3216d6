return { "pick_image", "owner", "hunt_two_passes", "ask_for_more" }
