use strict;
use warnings;
use JSON::PP;
use MIME::Base64;
use WWW::RobotRules;

$| = 1;
my $json = JSON::PP->new->canonical;
while (my $line = <STDIN>) {
    my $case = $json->decode($line);
    my ($token, $url) = @$case{qw(token url)};
    if (!defined $token || ref $token || !defined $url || exists $case->{max_bytes}) {
        print $json->encode({ unsupported => JSON::PP::true }), "\n";
        next;
    }
    my $body = exists $case->{body_b64} ? decode_base64($case->{body_b64}) : $case->{body};
    utf8::encode($body) unless exists $case->{body_b64};
    my $allowed = eval {
        my $rules = WWW::RobotRules->new($token);
        $rules->parse($url =~ s{^(\w+://[^/?#]*).*}{$1/robots.txt}sr, $body);
        $rules->allowed($url);
    };
    my $answer = $@ ? { error => "$@" } : { allowed => $allowed ? JSON::PP::true : JSON::PP::false };
    print $json->encode($answer), "\n";
}
