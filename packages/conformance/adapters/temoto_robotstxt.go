package main

import (
	"encoding/json"
	"net/url"
	"os"

	"github.com/temoto/robotstxt"
)

func main() {
	decoder, encoder := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var request struct {
			Body, URL string
			Body_b64  []byte
			Token     any
			Max_bytes int
		}
		if decoder.Decode(&request) != nil {
			return
		}
		body := request.Body_b64
		if body == nil {
			body = []byte(request.Body)
		}
		token, isOne := request.Token.(string)
		if !isOne || request.URL == "" || request.Max_bytes > 0 {
			encoder.Encode(map[string]bool{"unsupported": true})
			continue
		}
		target, badURL := url.Parse(request.URL)
		robots, badFile := robotstxt.FromBytes(body)
		if badURL != nil || badFile != nil {
			encoder.Encode(map[string]string{"error": "cannot read the file or the URL"})
			continue
		}
		encoder.Encode(map[string]bool{"allowed": robots.TestAgent(target.RequestURI(), token)})
	}
}
