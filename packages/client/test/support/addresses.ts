/** Addresses that a guard refuses, and neighbors that it permits. */

/** Refused addresses by reason. For a block: its first and last address. */
export const NOT_PUBLIC: Readonly<Record<string, readonly string[]>> = {
  'this network, RFC 791 3.2': ['0.0.0.0', '0.255.255.255'],
  'private use, RFC 1918': [
    ...['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255'],
    ...['192.168.0.0', '192.168.255.255'],
  ],
  'shared address space, RFC 6598': ['100.64.0.0', '100.127.255.255'],
  'loopback, RFC 1122 3.2.1.3': ['127.0.0.0', '127.0.0.1', '127.255.255.255'],
  'link-local, RFC 3927': ['169.254.0.0', '169.254.255.255'],
  'IETF protocol assignments, RFC 6890': ['192.0.0.0', '192.0.0.170', '192.0.0.255'],
  'documentation, RFC 5737': [
    ...['192.0.2.0', '192.0.2.255', '198.51.100.0', '198.51.100.255'],
    ...['203.0.113.0', '203.0.113.255'],
  ],
  'AS112, RFC 7534 and RFC 7535': ['192.31.196.0', '192.31.196.255', '192.175.48.1'],
  'AMT, RFC 7450': ['192.52.193.0', '192.52.193.255'],
  '6to4 relay, RFC 7526': ['192.88.99.0', '192.88.99.255'],
  'benchmarking, RFC 2544': ['198.18.0.0', '198.19.255.255'],
  'multicast, RFC 5771': ['224.0.0.0', '224.0.0.251', '239.255.255.255'],
  'reserved, RFC 1112 4': ['240.0.0.0', '255.255.255.254'],
  'broadcast, RFC 8190': ['255.255.255.255'],

  'metadata of AWS, Google Cloud, Azure and many more': ['169.254.169.254', '169.254.170.2'],
  'metadata of Azure': ['168.63.129.16'],
  'metadata of Alibaba Cloud': ['100.100.100.200'],
  'metadata of Oracle Cloud': ['192.0.0.192'],
  'metadata over IPv6': ['fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42', 'fe80::a9fe:a9fe'],

  'unspecified, RFC 4291': ['::'],
  'loopback, RFC 4291': ['::1', '0:0:0:0:0:0:0:1'],
  'IPv4-compatible, RFC 4291 2.5.5.1': ['::127.0.0.1', '::10.0.0.1', '::8.8.8.8', '::ffff'],
  'IPv4-mapped, RFC 4291 2.5.5.2': [
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '::ffff:169.254.169.254'],
    ...['::ffff:0.0.0.0', '::ffff:168.63.129.16', '::ffff:100.64.0.1', '::ffff:255.255.255.255'],
  ],
  'IPv4-translated, RFC 2765 2.1': ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
  'NAT64, RFC 6052': [
    ...['64:ff9b::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b::a9fe:a9fe'],
    ...['64:ff9b::', '64:ff9b::168.63.129.16', '64:ff9b:0:0:1::8.8.8.8'],
  ],
  'NAT64 for local use, RFC 8215': ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  'discard only, RFC 6666': ['100::', '100::ffff:ffff:ffff:ffff'],
  'dummy prefix, RFC 9780': ['100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  'IETF protocol assignments over IPv6, RFC 2928': ['2001:1::1', '2001:1ff:ffff::1'],
  'Teredo, RFC 4380': ['2001::1', '2001:0:7f00:1::80ff:fffe', '2001:0:ffff:ffff::1'],
  'benchmarking, RFC 5180': ['2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  'AMT over IPv6, RFC 7450': ['2001:3::', '2001:3:ffff::1'],
  'AS112 over IPv6, RFC 7534 and RFC 7535': ['2001:4:112::1', '2620:4f:8000::1'],
  'ORCHID, RFC 4843 and RFC 7343': ['2001:10::1', '2001:1f:ffff::1', '2001:20::1', '2001:2f::1'],
  'drone remote ID, RFC 9374': ['2001:30::1', '2001:3f:ffff::1'],
  'documentation, RFC 3849 and RFC 9637': [
    ...['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '3fff::', '3fff:fff:ffff::1'],
  ],
  '6to4, RFC 3056': ['2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1'],
  'outside of all global unicast, RFC 4291 2.4': [...['1::1', '200::1', '1fff:ffff::1', '4000::1', '8000::1', 'e000::1']],
  'segment routing, RFC 9602': ['5f00::', '5f00:ffff::1'],
  'unique local, RFC 4193': ['fc00::', 'fd00::1', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'link-local over IPv6, RFC 4291': ['fe80::', 'fe80::1%eth0', 'febf:ffff::1'],
  'site-local, RFC 3879': ['fec0::', 'feff:ffff::1'],
  'multicast over IPv6, RFC 4291': ['ff00::', 'ff02::1', 'ffff:ffff::1'],
};

/** Neighbors of refused addresses, and real hosts. */
export const PUBLIC: readonly string[] = [
  ...['1.0.0.0', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0'],
  ...['126.255.255.255', '128.0.0.0', '168.63.129.15', '168.63.129.17', '169.253.255.255'],
  ...['169.255.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.0.3.0', '192.167.255.255'],
  ...['192.169.0.0', '192.88.98.255', '192.88.100.0', '198.17.255.255', '198.20.0.0'],
  ...['198.51.99.255', '203.0.114.0', '223.255.255.255'],
  ...['2000::1', '2001:200::1', '2001:4860:4860::8888', '2001:db7:ffff::1', '2001:db9::1'],
  ...['2003::1', '2606:4700:4700::1111', '2620:4f:7fff::1', '2a00:1450::1', '3ffe::1'],
  ...['::ffff:8.8.8.8', '::ffff:808:808', '64:ff9b::8.8.8.8', '64:ff9b::808:808'],
];
