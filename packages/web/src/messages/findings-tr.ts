/** Sorunların başlıkları ve açıklamaları. */
import type { DiagnosticCode } from '@repkit/core/analysis';
import type { FindingText } from './en.js';

export const findingsTr: Readonly<Record<DiagnosticCode, Required<FindingText>>> = {
  html: {
    title: 'HTML sayfası',
    explanation:
      'Bu dosya robots.txt değil, bir HTML sayfası. Satırlarının çoğu kural olarak okunmaz. Sunucu ayarlarını kontrol edin.',
  },
  json: {
    title: 'JSON dosyası',
    explanation:
      'Dosya robots.txt değil, JSON. Tarayıcılar kural bulamaz ve sitenin tamamını tarar. Sunucu ayarlarını kontrol edin.',
  },
  binary: {
    title: 'İkili dosya',
    explanation: 'Bu dosya metin değil, ikili bir dosya. Düz metin olarak kaydedin.',
  },
  'byte-order-mark': {
    title: 'Bayt sırası işareti (BOM)',
    explanation:
      'Dosyanın başında BOM var. Bazı botlar ilk satırı okuyamaz; BOM işaretini kaldırın.',
  },
  'not-utf-8': {
    title: 'UTF-8 olmayan metin',
    explanation: 'Geçerli UTF-8 olmayan baytlar var. Dosyayı UTF-8 olarak kaydedin.',
  },
  'over-parsing-limit': {
    title: 'Ayrıştırma sınırı aşıldı',
    explanation: 'Dosya ayrıştırma sınırını aşıyor. Buradan sonraki satırlar yok sayılır.',
  },
  'line-too-long': {
    title: 'Çok uzun satır',
    explanation: 'Satır çok uzun olduğu için kalan kısmı okunmaz.',
  },
  'control-character': {
    title: 'Kontrol karakteri',
    explanation: 'Satırda kontrol karakteri var. Kaldırın.',
  },
  'unknown-field': {
    title: 'Bilinmeyen alan',
    explanation: 'Alan adı bilinmediği için bu satır yok sayılır. Yazımını kontrol edin.',
  },
  'misspelt-field': {
    title: 'Yanlış yazılmış alan adı',
    explanation: 'Bu lehçede geçerli olsa da bazı botlar satırı yok sayar. Alan adını düzeltin.',
  },
  'missing-colon': {
    title: 'Eksik iki nokta',
    explanation:
      'Alan adından sonra iki nokta yok. Bu lehçede geçerli olsa da bazı botlar satırı yok sayar.',
  },
  'not-a-record': {
    title: 'Geçersiz satır',
    explanation: 'Satır ne "alan: değer" biçiminde ne de yorum; bu nedenle yok sayılır.',
  },
  noindex: {
    title: 'Desteklenmeyen noindex',
    explanation:
      "Arama motorları robots.txt dosyasında noindex'i desteklemez. robots meta etiketini veya X-Robots-Tag başlığını kullanın.",
  },
  'unusable-product-token': {
    title: 'Geçersiz ürün belirteci',
    explanation: 'User-agent satırının değeri geçersiz; satır hiçbir bot için geçerli değil.',
  },
  'product-token-cut': {
    title: 'Kısmen okunan ürün belirteci',
    explanation: 'User-agent değerinin yalnızca baş kısmı okunur.',
  },
  'product-token-outside-rfc': {
    title: 'Standart dışı ürün belirteci',
    explanation:
      'Harf, "_" ve "-" dışında karakterler var. Bazı botlar bu değerin yalnızca bir kısmını okur.',
  },
  'rule-outside-group': {
    title: 'Grup dışındaki kural',
    explanation: 'Öncesinde user-agent satırı olmadığı için botlar bu kuralı yok sayar.',
  },
  'url-as-path': {
    title: 'Yol yerine URL',
    explanation:
      'Bu değer bir yol olmadığı için kural yok sayılır. / ile başlayan bir yol yazın. Başka bir sitenin kuralları o sitenin robots.txt dosyasında yer almalıdır.',
  },
  'unusable-path': {
    title: '/ ile başlamayan yol',
    explanation: "Yol / ile başlamadığı için hiçbir URL'yle eşleşmez.",
  },
  'star-without-slash': {
    title: '* ile başlayan yol',
    explanation: 'Bazı botlar / ile başlamayan yolları yok sayar. Yolu / ile başlatın.',
  },
  'wildcard-as-itself': {
    title: 'Joker karakter desteklenmiyor',
    explanation: 'Bu lehçede "*" ve "$" sıradan karakterlerdir.',
  },
  'dollar-not-last': {
    title: 'Sonda olmayan $',
    explanation: '"$" yalnızca yolun sonundaysa URL\'nin sonunu belirtir.',
  },
  'regular-expression': {
    title: 'Düzenli ifade',
    explanation: 'Düzenli ifadeler desteklenmez. Yalnızca "*" ve sondaki "$" özel anlam taşır.',
  },
  'hash-in-path': {
    title: 'Yorum başlatan #',
    explanation: '"#" işaretinden sonrası yorum sayılır. Yolda "#" gerekiyorsa %23 yazın.',
  },
  'dot-segment': {
    title: '. veya .. içeren yol',
    explanation:
      'İsteklerdeki URL\'lerde "." veya ".." bölümü bulunmaz; kural hiçbir URL\'yle eşleşmez.',
  },
  'unencoded-bytes': {
    title: 'Kodlanmamış karakterler',
    explanation:
      "URL'lerde bu karakterler yüzde kodlamasıyla yer alır. Botların aynı yorumlaması için %XX biçiminde yazın.",
  },
  'text-after-path': {
    title: 'Yoldan sonra metin',
    explanation:
      'Botlar boşluğu ve sonrasındaki metni de yolun parçası sayar. Her satıra tek yol yazın, yorumları "#" ile başlatın.',
  },
  'field-in-path': {
    title: 'Yolun içinde başka bir alan',
    explanation: 'Yolun içinde kalan alanı botlar görmez. Bu alanı ayrı bir satıra yazın.',
  },
  'template-in-path': {
    title: 'Şablon işareti',
    explanation:
      'Botlar şablon işaretini olduğu gibi karşılaştırır, bu yüzden kural hiçbir sayfayla eşleşmez. Gerçek yolu yazın.',
  },
  'entity-in-path': {
    title: 'HTML karakter kodu',
    explanation: 'robots.txt dosyasında HTML karakter kodları çözülmez. "&amp;" yerine "&" yazın.',
  },
  'limited-field': {
    title: 'Yalnızca bazı tarayıcıların alanı',
    explanation:
      'Bilinen bir alan, ancak az sayıda tarayıcı okur ve Google kullanmaz. Lighthouse bu alanların bir kısmı için puan düşürür.',
  },
  'invisible-character': {
    title: 'Görünmez karakter',
    explanation:
      'Değerde görünmez bir karakter var; botlar gördüğünüzden farklı bir değeri karşılaştırır. Değeri yeniden yazın.',
  },
  'sitemap-not-absolute': {
    title: 'Göreli site haritası adresi',
    explanation: 'Botlar bu site haritasını bulamaz. Tam URL yazın.',
  },
  'sitemap-not-fetchable': {
    title: 'Geçersiz site haritası adresi',
    explanation:
      'Botlar bu site haritasını alamaz. Her satıra boşluk, parola veya # içermeyen tek bir http ya da https adresi yazın.',
  },
  'crawl-delay-not-a-number': {
    title: 'Sayı olmayan Crawl-delay',
    explanation: 'Crawl-delay değeri saniye cinsinden bir sayı olmalıdır.',
  },
  'crawl-delay-too-long': {
    title: 'Çok uzun Crawl-delay',
    explanation:
      'Botlar günde 100 istekten az gönderebilir. Değer saniye cinsindendir; daha kısa bir süre yazın.',
  },
  'crawl-delay-outside-group': {
    title: 'Grup dışında Crawl-delay',
    explanation:
      'Öncesinde User-agent satırı olmadığı için botlar bu Crawl-delay satırını yok sayar.',
  },
  'ignored-preference': {
    title: 'Yok sayılan kullanım tercihi',
    explanation:
      'Content-Usage veya Content-Signal satırı ilk user-agent satırından önce geliyor, değeri hatalı ya da bu alanda tanımlı olmayan bir kategori içeriyor; tercih yok sayılır.',
  },
  'conflicting-preferences': {
    title: 'Çelişen kullanım tercihleri',
    explanation:
      "Aynı URL'ye uygulanan Content-Usage ve Content-Signal satırlarından biri bir kullanıma izin verirken diğeri reddediyor; botlar ikisinden birine uyabilir.",
  },
  'preferences-not-inherited': {
    title: 'Devralınmayan kullanım tercihleri',
    explanation:
      '"*" grubu bir kullanımı reddediyor, ancak kendi grubu olan bir bot bu grubu okumaz. Tercihi o grupta da yazın.',
  },
  'preference-in-group': {
    title: 'Yalnızca tek grup için tercih',
    explanation:
      'Boş satır veya site haritasıyla ayrılmış olsa da tercih ya da lisans üstündeki gruba aittir; diğer botlar onu görmez.',
  },
  'crawl-delay-ignored': {
    title: 'Dikkate alınmayan Crawl-delay',
    explanation: 'Belgelerine göre bu gruptaki botlar Crawl-delay değerini dikkate almaz.',
  },
  'duplicate-user-agent': {
    title: 'Yinelenen user-agent satırı',
    explanation: 'Bu grupta aynı ürün belirteci zaten var.',
  },
  'split-group': {
    title: 'Bölünmüş grup',
    explanation:
      'Aynı ürün belirteci için daha önce de bir grup var. Bazı botlar bu grupları birleştirmez; kuralları tek grupta toplayın.',
  },
  'duplicate-group': {
    title: 'Yinelenen grup',
    explanation: 'Bu grup, önceki bir grubun kurallarını yineliyor.',
  },
  'shadowed-group': {
    title: 'Yok sayılan grup',
    explanation:
      'Aynı ürün belirteci için daha önce bir grup var; bu lehçede yalnızca ilk grup geçerlidir.',
  },
  'managed-group': {
    title: 'Cloudflare bloğundaki grup',
    explanation:
      'Cloudflare tarafından eklenen blokta aynı bot için bir grup var; yalnızca ilk gruba uyan botlar farklı davranır. Cloudflare’in yönetilen robots.txt ayarını kapatın ve kuralları tek grupta toplayın.',
  },
  'merged-groups': {
    title: 'Birleşen gruplar',
    explanation:
      'User-agent satırları arasında kural olmadığı için iki grup tek grup sayılır; bazı botlar ise onları ayırır. İlk gruba kural ekleyin veya User-agent satırlarını art arda yazın.',
  },
  'empty-group': {
    title: 'Kuralsız grup',
    explanation:
      'Grupta kural yok; "*" kuralları bu bot için geçerli olmaz ve her şeye izin verilir.',
  },
  'misspelt-crawler': {
    title: 'Yanlış yazılmış bot adı',
    explanation:
      'Bu ad bilinen bir botun adına benziyor, ama aynı değil. O bot bu gruptaki kuralları uygulamaz; adı düzeltin.',
  },
  'drops-everyones-rules': {
    title: 'Geçerli olmayan * kuralları',
    explanation:
      'Kendi grubu olan bir bot "*" kurallarını uygulamaz. Gerekli kuralları bu gruba da ekleyin.',
  },
  'rule-never-wins': {
    title: 'Hiç uygulanmayan kural',
    explanation: "Eşleştiği tüm URL'lerde başka kurallar geçerli; bu kural hiç uygulanmaz.",
  },
  'rule-changes-nothing': {
    title: 'Gereksiz Disallow kuralı',
    explanation: "Bu kural olmasa da aynı URL'ler engellenir.",
  },
  'allow-reopens-nothing': {
    title: 'Gereksiz Allow kuralı',
    explanation: "Bu kural olmasa da aynı URL'lere izin verilir.",
  },
  'decided-by-tie': {
    title: 'Eşit uzunlukta çelişen kurallar',
    explanation: 'Aynı uzunlukta bir Allow kuralıyla çelişiyor. Bu durumda Allow önceliklidir.',
  },
  'everything-blocked': {
    title: 'Tüm site engellenmiş',
    explanation: 'Kendi grubu olmayan tüm botlar için sitenin tamamı engellenmiş.',
  },
  'home-page-blocked': {
    title: 'Ana sayfa engellenmiş',
    explanation:
      'Kural yalnızca ana sayfayı engelliyor, diğer sayfalara izin veriyor. Tüm siteyi engellemek için "/" yazın; değilse kuralı kaldırın.',
  },
  'robots-txt-blocked': {
    title: 'Engellenen robots.txt',
    explanation:
      'Botlar kuralları öğrenmek için robots.txt dosyasını her zaman alır; bu kural onu gizlemez.',
  },
  'sitemap-blocked': {
    title: 'Engellenen site haritası',
    explanation:
      'Dosyadaki bir kural bu site haritasını engelliyor; arama motorları onu okuyamaz. Erişime izin verin.',
  },
  'sitemap-over-http': {
    title: 'HTTPS kullanmayan site haritası',
    explanation: 'Site https kullanıyor, ancak bu site haritasının adresi http. https yazın.',
  },
  'sitemap-on-test-host': {
    title: 'Test sunucusundaki site haritası',
    explanation:
      'Alan adı bir test sunucusuna ait görünüyor. Yayındaki sitenin site haritasını yazın.',
  },
  'star-ignored': {
    title: '"*" grubunu dikkate almayan botlar',
    explanation:
      '"*" grubunu dikkate almayan botlar sitenin tamamını taramaya devam edebilir. Engellemek için adlarını yazın.',
  },
  'search-blocked': {
    title: 'Arama motoru engellenmiş',
    explanation:
      "Sitenin tamamı Google veya Bing için engellenmiş. URL'ler sonuçlarda açıklama olmadan kalabilir.",
  },
  'unlikely-path': {
    title: 'Beklenmedik yol',
    explanation:
      'Bu yol neredeyse hiçbir URL ile eşleşmez. "/.pdf$" yerine "/*.pdf$", "//" yerine "/", "/?" yerine "/*?", "%2520" yerine "%20" yazmanız gerekebilir.',
  },
  'secret-in-path': {
    title: 'Hassas dosya adı',
    explanation:
      'robots.txt herkese açıktır; bu satır, gizli kalması gereken bir dosyanın yerini gösterir. Erişimi sunucuda engelleyin.',
  },
  'malformed-clean-param': {
    title: 'Hatalı Clean-param',
    explanation:
      'Parametre adlarını "&" ile birleştirin, yolu sonlarına ekleyin. Örnek: "sid&sort /shop/".',
  },
  'sitemap-is-page': {
    title: 'HTML sayfası olan site haritası',
    explanation:
      "Arama motorları HTML sayfalarını site haritası olarak okumaz. XML, akış veya düz metin biçimindeki dosyanın URL'sini yazın.",
  },
  'former-crawler': {
    title: 'Artık kullanılmayan bot adı',
    explanation: 'Bu adla çalışan bir bot yok. İşletmecinin belgelerindeki güncel adı yazın.',
  },
  'side-effect': {
    title: 'Engellemenin yan etkisi',
    explanation:
      'Bu botu engellemek başka bir botu veya Google reklam hizmetlerini de etkiler. Bunu istediğinizden emin olun.',
  },
  'contradicted-preference': {
    title: 'Engellenen sitede verilen izin',
    explanation:
      'Satır bir kullanıma izin veriyor, ancak aynı botlar sitenin tamamından engellenmiş; iznin etkisi yok. İkisinden birini kaldırın.',
  },
  'operator-partly-blocked': {
    title: 'Kısmen engellenmiş yapay zekâ şirketi',
    explanation:
      'Aynı şirketin yapay zekâ botlarından biri engellenmiş, adı yazılmayan bir diğeri ise engellenmemiş.',
  },
  'assets-blocked': {
    title: 'CSS veya JavaScript engellenmiş',
    explanation:
      'Sayfaların oluşturulması için gereken kaynaklar engellenmiş. Taranmalarına izin verin.',
  },
  'crawlers-disagree': {
    title: 'Botlar farklı yorumluyor',
    explanation: "Bazı URL'lerde karar, kuralları yorumlayan bota göre değişiyor.",
  },
  undecided: {
    title: 'Tamamlanmamış kontrol',
    explanation: 'İşlem sınırına ulaşıldığı için bazı kurallar tam olarak kontrol edilemedi.',
  },
  'unused-ignore': {
    title: 'Gereksiz yok sayma yorumu',
    explanation: 'Bu repkit-ignore-next-line yorumu hiçbir sorunu gizlemiyor.',
  },
  omitted: {
    title: 'Gösterilmeyen sorunlar',
    explanation: 'Aynı türden çok sayıda sorun olduğu için kalanlar gösterilmiyor.',
  },
};
