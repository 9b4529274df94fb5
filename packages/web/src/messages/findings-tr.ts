/** Sorunların başlıkları ve açıklamaları. */
import type { DiagnosticCode } from '@repkit/core/analysis';
import type { FindingText } from './en.js';

export const findingsTr: Readonly<Record<DiagnosticCode, FindingText>> = {
  html: 'HTML sayfası: Bu dosya robots.txt değil, bir HTML sayfası. Satırlarının çoğu kural olarak okunmaz. Sunucu ayarlarını kontrol edin.',
  json: 'JSON dosyası: Dosya robots.txt değil, JSON. Tarayıcılar kural bulamaz ve sitenin tamamını tarar. Sunucu ayarlarını kontrol edin.',
  binary: 'İkili dosya: Bu dosya metin değil, ikili bir dosya. Düz metin olarak kaydedin.',
  'byte-order-mark':
    'Bayt sırası işareti (BOM): Dosyanın başında BOM var. Bazı botlar ilk satırı okuyamaz; BOM işaretini kaldırın.',
  'not-utf-8':
    'UTF-8 olmayan metin: Geçerli UTF-8 olmayan baytlar var. Dosyayı UTF-8 olarak kaydedin.',
  'over-parsing-limit':
    'Ayrıştırma sınırı aşıldı: Dosya ayrıştırma sınırını aşıyor. Buradan sonraki satırlar yok sayılır.',
  'line-too-long': 'Çok uzun satır: Satır çok uzun olduğu için kalan kısmı okunmaz.',
  'control-character': 'Kontrol karakteri: Satırda kontrol karakteri var. Kaldırın.',
  'unknown-field':
    'Bilinmeyen alan: Alan adı bilinmediği için bu satır yok sayılır. Yazımını kontrol edin.',
  'misspelt-field':
    'Yanlış yazılmış alan adı: Bu lehçede geçerli olsa da bazı botlar satırı yok sayar. Alan adını düzeltin.',
  'missing-colon':
    'Eksik iki nokta: Alan adından sonra iki nokta yok. Bu lehçede geçerli olsa da bazı botlar satırı yok sayar.',
  'not-a-record':
    'Geçersiz satır: Satır ne "alan: değer" biçiminde ne de yorum; bu nedenle yok sayılır.',
  noindex:
    "Desteklenmeyen noindex: Arama motorları robots.txt dosyasında noindex'i desteklemez. robots meta etiketini veya X-Robots-Tag başlığını kullanın.",
  'unusable-product-token':
    'Geçersiz ürün belirteci: User-agent satırının değeri geçersiz; satır hiçbir bot için geçerli değil.',
  'product-token-cut':
    'Kısmen okunan ürün belirteci: User-agent değerinin yalnızca baş kısmı okunur.',
  'rule-outside-group':
    'Grup dışındaki kural: Öncesinde user-agent satırı olmadığı için botlar bu kuralı yok sayar.',
  'url-as-path':
    'Yol yerine URL: Bu değer bir yol olmadığı için kural yok sayılır. / ile başlayan bir yol yazın. Başka bir sitenin kuralları o sitenin robots.txt dosyasında yer almalıdır.',
  'unusable-path': "/ ile başlamayan yol: Yol / ile başlamadığı için hiçbir URL'yle eşleşmez.",
  'star-without-slash':
    '* ile başlayan yol: Bazı botlar / ile başlamayan yolları yok sayar. Yolu / ile başlatın.',
  'wildcard-as-itself':
    'Joker karakter desteklenmiyor: Bu lehçede "*" ve "$" sıradan karakterlerdir.',
  'dollar-not-last': 'Sonda olmayan $: "$" yalnızca yolun sonundaysa URL\'nin sonunu belirtir.',
  'too-many-stars':
    'Çok fazla joker karakter: "%2F" gibi bir kaçış dizisinden önce 8\'den fazla "*" var. URL\'deki "?" ile yalnızca ilk 8 tanesi eşleşir; "*" sayısını azaltın.',
  'regular-expression':
    'Düzenli ifade: Düzenli ifadeler desteklenmez. Yalnızca "*" ve sondaki "$" özel anlam taşır.',
  'hash-in-path':
    'Yorum başlatan #: "#" işaretinden sonrası yorum sayılır. Yolda "#" gerekiyorsa %23 yazın.',
  'dot-segment':
    '. veya .. içeren yol: İsteklerdeki URL\'lerde "." veya ".." bölümü bulunmaz; kural hiçbir URL\'yle eşleşmez.',
  'unencoded-bytes':
    "Kodlanmamış karakterler: URL'lerde bu karakterler yüzde kodlamasıyla yer alır. Botların aynı yorumlaması için %XX biçiminde yazın.",
  'text-after-path':
    'Yoldan sonra metin: Botlar boşluğu ve sonrasındaki metni de yolun parçası sayar. Her satıra tek yol yazın, yorumları "#" ile başlatın.',
  'field-in-path':
    'Yolun içinde başka bir alan: Yolun içinde kalan alanı botlar görmez. Bu alanı ayrı bir satıra yazın.',
  'template-in-path':
    'Şablon işareti: Botlar şablon işaretini olduğu gibi karşılaştırır, bu yüzden kural hiçbir sayfayla eşleşmez. Gerçek yolu yazın.',
  'entity-in-path':
    'HTML karakter kodu: robots.txt dosyasında HTML karakter kodları çözülmez. "&amp;" yerine "&" yazın.',
  'invisible-character':
    'Görünmez karakter: Değerde görünmez bir karakter var; botlar gördüğünüzden farklı bir değeri karşılaştırır. Değeri yeniden yazın.',
  'sitemap-not-absolute':
    'Göreli site haritası adresi: Botlar bu site haritasını bulamaz. Tam URL yazın.',
  'sitemap-not-fetchable':
    'Geçersiz site haritası adresi: Botlar bu site haritasını alamaz. Her satıra boşluk, parola veya # içermeyen tek bir http ya da https adresi yazın.',
  'crawl-delay-not-a-number':
    'Sayı olmayan Crawl-delay: Crawl-delay değeri saniye cinsinden bir sayı olmalıdır.',
  'crawl-delay-too-long':
    'Çok uzun Crawl-delay: Botlar günde 100 istekten az gönderebilir. Değer saniye cinsindendir; daha kısa bir süre yazın.',
  'crawl-delay-outside-group':
    'Grup dışında Crawl-delay: Öncesinde User-agent satırı olmadığı için botlar bu Crawl-delay satırını yok sayar.',
  'ignored-preference':
    'Yok sayılan kullanım tercihi: Content-Usage veya Content-Signal satırı ilk user-agent satırından önce geliyor, değeri hatalı ya da bu alanda tanımlı olmayan bir kategori içeriyor; tercih yok sayılır.',
  'conflicting-preferences':
    "Çelişen kullanım tercihleri: Aynı URL'ye uygulanan Content-Usage ve Content-Signal satırlarından biri bir kullanıma izin verirken diğeri reddediyor; botlar ikisinden birine uyabilir.",
  'preferences-not-inherited':
    'Devralınmayan kullanım tercihleri: "*" grubu bir kullanımı reddediyor, ancak kendi grubu olan bir bot bu grubu okumaz. Tercihi o grupta da yazın.',
  'preference-in-group':
    'Yalnızca tek grup için tercih: Boş satır veya site haritasıyla ayrılmış olsa da tercih ya da lisans üstündeki gruba aittir; diğer botlar onu görmez.',
  'crawl-delay-ignored':
    'Dikkate alınmayan Crawl-delay: Belgelerine göre bu gruptaki botlar Crawl-delay değerini dikkate almaz.',
  'duplicate-user-agent': 'Yinelenen user-agent satırı: Bu grupta aynı ürün belirteci zaten var.',
  'split-group':
    'Bölünmüş grup: Aynı ürün belirteci için daha önce de bir grup var. Bazı botlar bu grupları birleştirmez; kuralları tek grupta toplayın.',
  'duplicate-group': 'Yinelenen grup: Bu grup, önceki bir grubun kurallarını yineliyor.',
  'shadowed-group':
    'Yok sayılan grup: Aynı ürün belirteci için daha önce bir grup var; bu lehçede yalnızca ilk grup geçerlidir.',
  'managed-group':
    'Cloudflare bloğundaki grup: Cloudflare tarafından eklenen blokta aynı bot için bir grup var; yalnızca ilk gruba uyan botlar farklı davranır. Cloudflare’in yönetilen robots.txt ayarını kapatın ve kuralları tek grupta toplayın.',
  'merged-groups':
    'Birleşen gruplar: User-agent satırları arasında kural olmadığı için iki grup tek grup sayılır; bazı botlar ise onları ayırır. İlk gruba kural ekleyin veya User-agent satırlarını art arda yazın.',
  'empty-group':
    'Kuralsız grup: Grupta kural yok; "*" kuralları bu bot için geçerli olmaz ve her şeye izin verilir.',
  'misspelt-crawler':
    'Yanlış yazılmış bot adı: Bu ad bilinen bir botun adına benziyor, ama aynı değil. O bot bu gruptaki kuralları uygulamaz; adı düzeltin.',
  'drops-everyones-rules':
    'Geçerli olmayan * kuralları: Kendi grubu olan bir bot "*" kurallarını uygulamaz. Gerekli kuralları bu gruba da ekleyin.',
  'rule-never-wins':
    "Hiç uygulanmayan kural: Eşleştiği tüm URL'lerde başka kurallar geçerli; bu kural hiç uygulanmaz.",
  'rule-changes-nothing': "Gereksiz Disallow kuralı: Bu kural olmasa da aynı URL'ler engellenir.",
  'allow-reopens-nothing': "Gereksiz Allow kuralı: Bu kural olmasa da aynı URL'lere izin verilir.",
  'allow-too-short':
    'Çok kısa Allow kuralı: Daha uzun bir Disallow kuralı öncelikli olduğu için bu kural hiçbir URL’ye izin vermez.',
  'decided-by-tie':
    'Eşit uzunlukta çelişen kurallar: Aynı uzunlukta bir Allow kuralıyla çelişiyor. Bu durumda Allow önceliklidir.',
  'everything-blocked':
    'Tüm site engellenmiş: Kendi grubu olmayan tüm botlar için sitenin tamamı engellenmiş.',
  'home-page-blocked':
    'Ana sayfa engellenmiş: Kural yalnızca ana sayfayı engelliyor, diğer sayfalara izin veriyor. Tüm siteyi engellemek için "/" yazın; değilse kuralı kaldırın.',
  'sitemap-blocked':
    'Engellenen site haritası: Dosyadaki bir kural bu site haritasını engelliyor; arama motorları onu okuyamaz. Erişime izin verin.',
  'sitemap-over-http':
    'HTTPS kullanmayan site haritası: Site https kullanıyor, ancak bu site haritasının adresi http. https yazın.',
  'sitemap-on-test-host':
    'Test sunucusundaki site haritası: Alan adı bir test sunucusuna ait görünüyor. Yayındaki sitenin site haritasını yazın.',
  'search-blocked':
    "Arama motoru engellenmiş: Sitenin tamamı Google veya Bing için engellenmiş. URL'ler sonuçlarda açıklama olmadan kalabilir.",
  'unlikely-path':
    'Beklenmedik yol: Bu yol neredeyse hiçbir URL ile eşleşmez. "/.pdf$" yerine "/*.pdf$", "//" yerine "/", "/?" yerine "/*?", "%2520" yerine "%20" yazmanız gerekebilir.',
  'sitemap-is-page':
    "HTML sayfası olan site haritası: Arama motorları HTML sayfalarını site haritası olarak okumaz. XML, akış veya düz metin biçimindeki dosyanın URL'sini yazın.",
  'former-crawler':
    'Artık kullanılmayan bot adı: Bu adla çalışan bir bot yok. İşletmecinin belgelerindeki güncel adı yazın.',
  'side-effect':
    'Engellemenin yan etkisi: Bu botu engellemek başka bir botu veya Google reklam hizmetlerini de etkiler. Bunu istediğinizden emin olun.',
  'contradicted-preference':
    'Engellenen sitede verilen izin: Satır bir kullanıma izin veriyor, ancak aynı botlar sitenin tamamından engellenmiş; iznin etkisi yok. İkisinden birini kaldırın.',
  'operator-partly-blocked':
    'Kısmen engellenmiş yapay zekâ şirketi: Aynı şirketin yapay zekâ botlarından biri engellenmiş, adı yazılmayan bir diğeri ise engellenmemiş.',
  'assets-blocked':
    'CSS veya JavaScript engellenmiş: Sayfaların oluşturulması için gereken kaynaklar engellenmiş. Taranmalarına izin verin.',
  'crawlers-disagree':
    "Botlar farklı yorumluyor: Bazı URL'lerde karar, kuralları yorumlayan bota göre değişiyor.",
  undecided:
    'Tamamlanmamış kontrol: İşlem sınırına ulaşıldığı için bazı kurallar tam olarak kontrol edilemedi.',
  'unused-ignore':
    'Gereksiz yok sayma yorumu: Bu repkit-ignore-next-line yorumu hiçbir sorunu gizlemiyor.',
  omitted:
    'Gösterilmeyen sorunlar: Aynı türden çok sayıda sorun olduğu için kalanlar gösterilmiyor.',
};
