return { "tone_mapping" }
