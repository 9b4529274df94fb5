/** 検出される問題の見出しと説明。 */
import type { DiagnosticCode } from '@repkit/core/analysis';
import type { FindingText } from './en.js';

export const findingsJa: Readonly<Record<DiagnosticCode, Required<FindingText>>> = {
  html: {
    title: 'HTMLページ',
    explanation:
      'robots.txtではなくHTMLページです。ルールとして読み取れる行はほとんどありません。サーバーの設定を確認してください。',
  },
  json: {
    title: 'JSONファイル',
    explanation:
      'robots.txtではなくJSONです。クローラーはルールを見つけられず、サイト全体をクロールします。サーバーの設定を確認してください。',
  },
  binary: {
    title: 'バイナリファイル',
    explanation: 'テキストではなくバイナリファイルです。プレーンテキストで保存してください。',
  },
  'byte-order-mark': {
    title: 'バイト順マーク(BOM)',
    explanation:
      'ファイルの先頭にBOMがあります。最初の行を正しく読み取れないクローラーがあるため、削除してください。',
  },
  'not-utf-8': {
    title: 'UTF-8以外の文字コード',
    explanation: 'UTF-8として正しくないバイトがあります。ファイルをUTF-8で保存してください。',
  },
  'over-parsing-limit': {
    title: '解析上限の超過',
    explanation: 'ファイルが解析の上限を超えています。ここから後の行は無視されます。',
  },
  'line-too-long': {
    title: '長すぎる行',
    explanation: '行が長すぎるため、残りの部分は読み取られません。',
  },
  'control-character': {
    title: '制御文字',
    explanation: '行に制御文字が含まれています。削除してください。',
  },
  'unknown-field': {
    title: '不明なフィールド',
    explanation: 'フィールド名が不明なため、この行は無視されます。スペルを確認してください。',
  },
  'misspelt-field': {
    title: 'フィールド名のスペルミス',
    explanation:
      'この方言では有効ですが、ほかのクローラーは無視することがあります。正しいフィールド名に直してください。',
  },
  'missing-colon': {
    title: 'コロンの抜け',
    explanation:
      'フィールド名の後にコロンがありません。この方言では有効ですが、ほかのクローラーは無視することがあります。',
  },
  'not-a-record': {
    title: '無効な行',
    explanation: '「フィールド: 値」の形式でもコメントでもないため、この行は無視されます。',
  },
  noindex: {
    title: '非対応のnoindex',
    explanation:
      '検索エンジンはrobots.txtのnoindexに対応していません。robots metaタグまたはX-Robots-Tagヘッダーを使用してください。',
  },
  'unusable-product-token': {
    title: '無効なプロダクトトークン',
    explanation: 'User-agent行の値が無効なため、どのクローラーにも適用されません。',
  },
  'product-token-cut': {
    title: '途中で切れるプロダクトトークン',
    explanation: 'User-agent行の値は、先頭の一部だけが読み取られます。',
  },
  'product-token-outside-rfc': {
    title: '規格外の文字を含むプロダクトトークン',
    explanation:
      '英字、「_」、「-」以外の文字があると、途中までしか読み取らないクローラーがあります。',
  },
  'rule-outside-group': {
    title: 'グループ外のルール',
    explanation: '前にUser-agent行がないため、クローラーはこのルールを無視します。',
  },
  'url-as-path': {
    title: 'パスの代わりに書かれたURL',
    explanation:
      'パスではないため、このルールは無視されます。別ホストのルールは、そのホストのrobots.txtに記述します。',
  },
  'unusable-path': {
    title: '/ で始まらないパス',
    explanation: 'パスが / で始まらないため、どのURLにも一致しません。',
  },
  'star-without-slash': {
    title: '* で始まるパス',
    explanation: '/ で始まらないパスを無視するクローラーがあります。/ で始めてください。',
  },
  'wildcard-as-itself': {
    title: '文字として扱われるワイルドカード',
    explanation: 'この方言では「*」と「$」は通常の文字として扱われます。',
  },
  'dollar-not-last': {
    title: '末尾以外の $',
    explanation: '「$」がURLの末尾を表すのは、パスの最後にある場合だけです。',
  },
  'regular-expression': {
    title: '正規表現',
    explanation: '正規表現は使用できません。特別な意味を持つのは「*」と末尾の「$」だけです。',
  },
  'hash-in-path': {
    title: 'コメントになる #',
    explanation:
      '「#」から後はコメントとして無視されます。パスに「#」を含める場合は %23 と書いてください。',
  },
  'dot-segment': {
    title: '. や .. を含むパス',
    explanation:
      'リクエストのURLに「.」や「..」のセグメントは含まれないため、どのURLにも一致しません。',
  },
  'unencoded-bytes': {
    title: '未エンコードの文字',
    explanation:
      'URLではパーセントエンコードされる文字です。クローラー間の違いを避けるため、%XX の形式で書いてください。',
  },
  'text-after-path': {
    title: 'パスの後のテキスト',
    explanation:
      '空白とその後のテキストもパスとして扱われます。パスは1行に1つずつ書き、コメントは「#」で始めてください。',
  },
  'field-in-path': {
    title: 'パスに含まれる別の行',
    explanation:
      'パスの途中に別のフィールドがあり、クローラーには認識されません。改行して別の行に書いてください。',
  },
  'template-in-path': {
    title: 'テンプレートの記号',
    explanation:
      'テンプレートの記号は文字どおりに比較されるため、どのページにも一致しません。実際のパスを書いてください。',
  },
  'entity-in-path': {
    title: 'HTMLの文字参照',
    explanation:
      'robots.txtでは文字参照は変換されません。「&amp;」は「&」のように、元の文字で書いてください。',
  },
  'limited-field': {
    title: '一部のクローラーだけのフィールド',
    explanation:
      '既知のフィールドですが、対応するクローラーは少なく、Googleは使用しません。Lighthouseで減点されるものもあります。',
  },
  'invisible-character': {
    title: '見えない文字',
    explanation:
      '見えない文字が含まれているため、見た目と異なる値として比較されます。値を入力し直してください。',
  },
  'sitemap-not-absolute': {
    title: '絶対URLでないサイトマップ',
    explanation: 'クローラーはこのサイトマップを取得できません。絶対URLで指定してください。',
  },
  'sitemap-not-fetchable': {
    title: '無効なサイトマップURL',
    explanation:
      'クローラーはこのサイトマップを取得できません。空白、認証情報、フラグメントを含まないhttpまたはhttpsのURLを1行に1つ指定してください。',
  },
  'crawl-delay-not-a-number': {
    title: '数値でないCrawl-delay',
    explanation: 'Crawl-delayの値は秒数で指定してください。',
  },
  'crawl-delay-too-long': {
    title: '長すぎるCrawl-delay',
    explanation:
      '1日に100回未満しかクロールできません。値の単位は秒です。短い値を指定してください。',
  },
  'crawl-delay-outside-group': {
    title: 'グループ外のCrawl-delay',
    explanation: '前にUser-agent行がないため、クローラーはこのCrawl-delayを無視します。',
  },
  'ignored-preference': {
    title: '無視される利用設定',
    explanation:
      'Content-UsageまたはContent-Signalの行が最初のUser-agent行より前にあるか、値が正しくないか、その行で使えない項目です。この設定は無視されます。',
  },
  'conflicting-preferences': {
    title: '矛盾する利用設定',
    explanation:
      '同じURLに適用されるContent-UsageとContent-Signalの一方が利用を許可し、他方が拒否しています。どちらに従うかはクローラー次第です。',
  },
  'preferences-not-inherited': {
    title: '引き継がれない利用設定',
    explanation:
      '「*」のグループで利用を拒否していますが、専用のグループがあるクローラーはそれを読みません。そのグループにも同じ設定を書いてください。',
  },
  'preference-in-group': {
    title: '1つのグループだけの利用設定',
    explanation:
      '空行やSitemapで区切られていても、利用設定やライセンスは上のグループに属し、ほかのクローラーには見えません。',
  },
  'crawl-delay-ignored': {
    title: '無視されるCrawl-delay',
    explanation: 'このグループのクローラーは、公式情報によるとCrawl-delayを無視します。',
  },
  'duplicate-user-agent': {
    title: 'User-agent行の重複',
    explanation: '同じプロダクトトークンがこのグループですでに指定されています。',
  },
  'split-group': {
    title: '分割されたグループ',
    explanation:
      '同じプロダクトトークンのグループが前にもあります。両方の統合に対応していないクローラーがあるため、1つにまとめてください。',
  },
  'duplicate-group': {
    title: 'グループの重複',
    explanation: '前のグループのルールを繰り返しているだけです。',
  },
  'shadowed-group': {
    title: '無視されるグループ',
    explanation:
      '同じプロダクトトークンのグループが前にあり、この方言では最初のグループだけが適用されます。',
  },
  'managed-group': {
    title: 'Cloudflareのブロックと重複するグループ',
    explanation:
      'Cloudflareが追加したブロックに同じグループがあり、最初のグループだけに従うクローラーでは判定が変わります。Cloudflareの管理対象robots.txtを無効にし、ルールを1つのグループにまとめてください。',
  },
  'merged-groups': {
    title: '意図せず結合されたグループ',
    explanation:
      'User-agent行の間にルールがないため、2つのグループは1つとして扱われます。別々に扱うクローラーもあります。前のグループにルールを追加するか、User-agent行を続けて書いてください。',
  },
  'empty-group': {
    title: 'ルールのないグループ',
    explanation:
      'ルールがないため、このクローラーには「*」のルールが適用されず、すべてが許可されます。',
  },
  'misspelt-crawler': {
    title: 'クローラー名のスペルミス',
    explanation:
      '主要なクローラーの名前に似ていますが、一致しません。そのクローラーはこのグループのルールに従わないため、名前を修正してください。',
  },
  'drops-everyones-rules': {
    title: '適用されない * のルール',
    explanation:
      '専用のグループがあるクローラーには「*」のルールが適用されません。必要なルールはこのグループにも記述してください。',
  },
  'rule-never-wins': {
    title: '適用されないルール',
    explanation:
      '一致するURLにはすべて別のルールが適用されるため、このルールが使われることはありません。',
  },
  'rule-changes-nothing': {
    title: '冗長なDisallowルール',
    explanation: 'このルールがなくても、同じURLがブロックされます。',
  },
  'allow-reopens-nothing': {
    title: '冗長なAllowルール',
    explanation: 'このルールがなくても、同じURLが許可されます。',
  },
  'decided-by-tie': {
    title: '同じ長さのルールの競合',
    explanation: '同じ長さのAllowルールと競合しています。この場合はAllowが優先されます。',
  },
  'everything-blocked': {
    title: 'サイト全体のブロック',
    explanation:
      '専用のグループがないすべてのクローラーに対して、サイト全体がブロックされています。',
  },
  'home-page-blocked': {
    title: 'トップページのブロック',
    explanation:
      'トップページだけがブロックされ、ほかのページは許可されています。サイト全体をブロックする場合は「/」と書き、そうでなければルールを削除してください。',
  },
  'robots-txt-blocked': {
    title: 'robots.txtのブロック',
    explanation:
      'クローラーはルールを知るためにrobots.txtを必ず取得するので、このルールでは隠せません。',
  },
  'sitemap-blocked': {
    title: 'サイトマップのブロック',
    explanation:
      'このファイルのルールがサイトマップをブロックしているため、検索エンジンは読み取れません。許可してください。',
  },
  'sitemap-over-http': {
    title: 'httpのサイトマップ',
    explanation:
      'サイトはhttpsですが、このサイトマップのURLはhttpです。httpsのURLを指定してください。',
  },
  'sitemap-on-test-host': {
    title: 'テスト環境のサイトマップ',
    explanation:
      'ホスト名がテスト環境のもののようです。公開サイトのサイトマップを指定してください。',
  },
  'star-ignored': {
    title: '「*」を無視するクローラー',
    explanation:
      '「*」のグループを無視するクローラーは、引き続きサイト全体を取得できます。ブロックするには名前を指定してください。',
  },
  'search-blocked': {
    title: '検索エンジンのブロック',
    explanation:
      'GoogleまたはBingに対してサイト全体がブロックされています。検索結果には、説明のないURLだけが残ることがあります。',
  },
  'unlikely-path': {
    title: '想定外のパス',
    explanation:
      'ほとんどのURLに一致しないパスです。「/.pdf$」は「/*.pdf$」、「//」は「/」、「/?」は「/*?」、「%2520」は「%20」の書き間違いでないか確認してください。',
  },
  'secret-in-path': {
    title: '機密ファイルの記載',
    explanation:
      'robots.txtは誰でも読めるため、公開すべきでないファイルの場所を知らせることになります。サーバー側でアクセスを禁止してください。',
  },
  'malformed-clean-param': {
    title: 'Clean-paramの書式エラー',
    explanation:
      'パラメータ名を「&」でつなぎ、その後にパスを書いてください。例: 「sid&sort /shop/」',
  },
  'sitemap-is-page': {
    title: 'HTMLページのサイトマップ',
    explanation:
      '検索エンジンはHTMLページをサイトマップとして読みません。XML、フィード、またはテキスト形式のサイトマップのURLを指定してください。',
  },
  'former-crawler': {
    title: '使われていないクローラー名',
    explanation:
      'この名前のクローラーは現在ありません。運営会社が公開している現在の名前を指定してください。',
  },
  'side-effect': {
    title: 'ブロックの副作用',
    explanation:
      'このクローラーをブロックすると、別のクローラーやGoogleの広告サービスにも影響します。意図したものか確認してください。',
  },
  'contradicted-preference': {
    title: 'ブロックしたサイトの利用許可',
    explanation:
      '利用を許可していますが、同じクローラーがサイト全体でブロックされているため、許可に効果はありません。どちらかを削除してください。',
  },
  'operator-partly-blocked': {
    title: '一部だけブロックされたAI事業者',
    explanation:
      '同じ事業者のAIクローラーのうち、一部はブロックされていますが、指定のないものは許可されています。',
  },
  'assets-blocked': {
    title: 'CSSやJavaScriptのブロック',
    explanation:
      'ページのレンダリングに必要なリソースがブロックされています。クロールを許可してください。',
  },
  'crawlers-disagree': {
    title: 'クローラーによる解釈の違い',
    explanation: 'クローラーによって判定が異なるURLがあります。',
  },
  undecided: {
    title: '検証の打ち切り',
    explanation: '処理量の上限に達したため、一部のルールを検証できませんでした。',
  },
  'unused-ignore': {
    title: '不要な無視コメント',
    explanation: 'この repkit-ignore-next-line コメントで非表示になる問題はありません。',
  },
  omitted: {
    title: '省略された問題',
    explanation: '同じ種類の問題が多いため、残りは表示していません。',
  },
};
