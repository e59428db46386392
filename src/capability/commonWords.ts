// Frequent words of API documentation that are one token of o200k_base, with a space before them or without, capitalised
// or not. test/node/tokens.test.ts holds the list to that.
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
  ability able about above absolute accept accepted access accessible according account accounts action actions activate active activities activity
  actor actors actual add added adding addition additional address addresses adds admin administrator adult advanced after against age agent agents
  ago ahead air airport alarm album albums alert alerts algorithm alias alignment all allow allowed allows along alpha already also alternative
  always amazon america american among amount analysis analytics anchor and angle animal anime annotation annual another answer answers any anything
  api app append apple application applications apply appointment approval approved apps archive are area areas args arguments around array arrival
  art article articles artifact artist artists asc asia ask aspect assessment asset assets assign assigned assignment assistant associated attach
  attached attachment attempt attribute attributes audio audit auth authenticate authentication author authorization authorized authors auto
  automatic availability available avatar average avoid aws axis azure back background backup badge balance bank banks bar base based bases basic
  batch battle bearing because beds been before being below best better between bill billing binary birth bitcoin blank blob block blocking blocks
  blog blue board body bold book booking books boolean bot both box branch brand brands breaking brief browser bucket budget buffer build building
  built bulk bundle business but button buy bytes cache calc calculate calculator calendar call callback called calling calls campaign can cancel
  cannot cap capacity capital capture car carbon card cards cars cart case cases cash cast cat catalog categories category cell cells center central
  certain chain change changed changes changing channel channels chapter character characters charge chart charts chat cheap check checked checker
  checking checks child children choice choices choose chunk church circle cities city claim class classes classic classification clear cli click
  client close closed closing cloud club cluster cmd cms code codes coding coin coins collection collections college colon color colors column
  columns com combined command commands comment comments commerce commit common communication community companies company compare comparison
  compatible competition compiler complete completed completion complex component components composer composition compound compute concert condition
  conditions conduct conference confidence config configuration configure confirm confirmation conn connect connection connections connector
  consider constant contact contacts container containers contains content contents context continue contract contracts control controls
  conversation conversion convert converted converter cookies coordinate coordinates copy copyright core correct cost could count countries country
  counts county coupon course court cover coverage covered create created creates creating creation credential credentials credit crime criteria
  critical cross crypto csv culture currency current currently cursor custom customer cycle dad dag daily dashboard data database dataset date dates
  day days debug decimal decision deck decoder deep default defaults define defined defines definition definitions degree degrees delay delete
  deleted delivery delta demo density department departure depend dependencies dependency depending depends deploy deployment deprecated depth der
  desc describe description design designer desired desk destination detail details detect dev developer development device devices diagram dice
  dict dictionary did die diet diff difference different difficulty digest digit digital dimensions direct direction director directory disable
  disabled discord discount discover discussion dish dispatch display dist distance distribution district division doc docker docs document
  documentation documents does domain domains don done double down download downloads draft draw drive driver drivers drop dropdown drug duck due
  duplicate duration during dynamic each earth east easy edit editing editor education effect either electric element elements email emails embed
  emoji employee employees empty enable enabled encode encoding encrypt end ending endpoint ends energy engine english ensure enter enterprise
  entities entity entries entry enum environment episode episodes epoch equal equipment error errors essential estate estimate estimated eth
  ethereum evaluate evaluation even event events every everything exact exam example examples excel except exceptions exchange exclusive execute
  execution exercise exist existing exists expect expected experience explicit export express expression ext extended extension external extra
  extract fabric face facility factor facts fail failed failure fake false family fans fare fast feature features fee feed fetch field fields figure
  file filename files fill filter filters final finance financial find finder finding fine finished firebase first fitness fix fixed flag flags
  flight flip float floating flow folder follow followers following food foods football for force forecast forest forge fork form format formats
  formula forward found four frame free frequency friendly from fuel full function functions fund future game games gaming gas gender general
  generate generated generation generator generic genre genres geo geometry get gets getting girl git github give given global goal google gov
  gradient grant graph greater green group groups growth guid guide had handle handles has hash have head header headers heads health heart heat
  height hello help here hero hex hide high higher highest hint historic history holder home hook hooks hospital host hosts hotel hour hours house
  how html http human hyper icon icons ideal identifier identify identity ignore image images img immutable impact import important imports incident
  include included includes including inclusive income increase index indexed india indicator individual industry infer info information infos
  ingredient ingredients initial inline inner input inputs insert inside instagram install installation installed instance instances instead
  instructions instrument int integer integration intent interaction interest interface internal international internet interval into invalid
  inventory invest investment invite invoice invoke iso issue issues item items its java job jobs john json judge just keep keeping key keys keyword
  keywords kick kind know knowledge known label labels labs lang language languages large largest last lat later latest latitude law layout leading
  league learn learning least leave left legacy legal length lens less letter letters level levels libraries library license life light like limit
  limited limits line linear lines link linked links list listed listing lists lite live living load loan loc local locale located location
  locations lock locked log logical login logo logout logs lon long longitude look looking lookup lost lot low lower lowest mac machine made magic
  mail main maintenance major make makes making manage managed management manager manifest manual many map mapping maps mark markdown market
  marketing markets marks mass master match matches matching material materials math matrix max maximum may meal mean meaning means measure
  measurement media medical medium meeting member members membership memory mention menu merge mesh message messages meta metadata method methods
  metric metrics migration min mind minecraft mini minimum minor minus minute minutes missing mix mobile mode model models modified modify money
  mongo monitor month monthly months more most move moves movie movies moving multi multiple museum music must mutation name named names namespace
  native natural nature navigate near necessary need needed needs negative neo nested net network new news next node nodes non none nor normal
  normalize not note notes nothing notice notification notifications notify now null nullable num number numbers numeric object objects off offer
  offers office official offset old once one online only open operation operations operator operators opt optimization option optional options order
  ordered ordering orders org organic organization organizations origin original other otherwise our out output outputs outside over overall
  overview own owned owner owners ownership pack package packages page pages pagination paging paid paint painting pair paragraph param parameter
  parameters params parcel parent park part partial particle partition partner partners party pass passed passing password past pat patch path paths
  patient pattern patterns pause payload payment payments pdf pending people per percent percentage perform performance period permission
  permissions permit person personal pet phase phone photo photos php phrase physical physics picture piece ping pipe pipeline pixels pizza place
  placeholder places plain plan planet planner planning plans plant plants platform play played player players playlist please plot plus pod point
  points policy polygon pool popular populate population port portfolio position positive possible post postal posts potential power powered pre
  precision predicate predict prediction prefer preferences preferred prefix premium prep presence present press pressure prevent preview previous
  price prices pricing primary prime principal print priority privacy private process processing product production products professional profile
  profiles progress project projects prompt properties property protected protein protocol provide provided provider providers province proxy public
  publish published publisher pull purchase purpose push put python quality quantity queries query question questions queue quick quiz quote quotes
  radio radius random range rank ranking rate rated rates rather rating ratings ratio raw reaction read reader reading ready real reason receive
  received recent recipe recipes recipient recommend recommended record records rectangle recursive red redirect reduce ref refer reference
  references refresh regex region regions registered registration registry regular reject related relation relations relationship relative release
  remember remote remove removed rename render rent replace reply repo report reports repository represent representation request requested requests
  require required requirements requires research reservation reserve reset resolution resolve resource resources response responses rest restaurant
  restaurants restore restricted result results resume retrieve return returned returns reverse review reviews revision rich ride right risk role
  roles roman room rooms root roots rotate rotation round route routes rows ruby rule rules run runner running runs runtime safe sale sales same
  sample save saved scale scan scanner scenario scene schedule scheduled schema school science scope score scores screen script sea search season
  seat sec second secondary seconds secret section secure security see segment select selected selection selector self semantic send sending sensor
  sent sequence series serve server servers service services session sessions set sets setting settings setup severity sha shape share shared shares
  sheet shipping shop shopping short should show shows side sign signature signed similar simple since single site sites size sizes skip small smart
  sms snapshot social socket software sold solution solutions solve some someone song songs sort sorted sorting sound source sources south space
  spaces spam special species specific speech speed split sport sports spot spotify sql square src stack stage standard star stars start started
  starter starting starts stat state statement states static station stations statistics stats status stay step steps still stock stocks stop
  storage store stored stores stories story str strategy stream street strength strict string strings stripe stroke structure structured study style
  styles sub subject submission submit submitted subscribe subscription success successful such suggest suite sum summary support supported supports
  sure switch symbol symbols sync syntax sys system systems tab table tables tag tags take taken target targets task tasks tax team teams temp
  temperature template templates tempo temporary tenant term terminal terms tes test testing tests text texture than that the their them then there
  these they thinking third this those thought thread three threshold through thumbnail ticket tickets tier tiles time timeline timeout times
  timestamp tips title titles today todo token tokens too tool tools top topic topics torrent total tour trace track tracking tracks traffic train
  trait traits transaction transactions transfer translate translation translator trash travel tree trees trend triangle trigger trip true try tube
  tuple turn tweet tweets twitter two txt type typed types typically uber under unicode unique unit units unity unix unknown unless unlock uns until
  update updated updates upload uploaded upon upper uri url usage use used user username users uses using usually utilities valid validate
  validation validator value values variable variables variant vault vector vehicle velocity venue verification verified verify version versions
  vertical very via video videos view viewer views virtual virus visibility visible visit visual voice volume wait waiting wallet want warning was
  watch water wave way weather web website week weekly weeks weight well were west what when where whether which while who whole wide widget width
  wiki will wind window windows winner wish with within without won word words work workflow working works worksheet workspace world would write
  writer writing written xml year years yes yet yield you your youtube zero zip zone zones zoom`
    .trim()
    .split(/\s+/),
);
