require 'base64'
require 'json'
require 'webrobots'

$stdout.sync = true
$stdin.each_line do |line|
  request = JSON.parse(line)
  token, url = request.values_at('token', 'url')
  if !token.is_a?(String) || url.nil? || request.key?('max_bytes')
    puts({ unsupported: true }.to_json)
    next
  end
  body = request['body'] || Base64.decode64(request['body_b64']).force_encoding('UTF-8')
  begin
    robots = WebRobots.new(token, http_get: ->(_uri) { body }, crawl_delay: :ignore)
    puts({ allowed: robots.allowed?(url) }.to_json)
  rescue StandardError => e
    puts({ error: e.inspect }.to_json)
  end
end
