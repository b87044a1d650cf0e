import { list } from './vocabulary.ts';

/**
 * English words that tables say, without those made of others: what is none of them may be a name. Written by `npm run fit:words` from how often CRD3
 * (R. Rameshkumar and P. Bailey, ACL 2020, CC BY-SA 4.0) has a word in lower case; under the same license.
 */
export const COMMON_WORDS = list(`
aback abandon abdomen ability able aboard abode abomination about above abruptly absence absent absolute absolve absorb absurd abuse accent
accept acceptance access accessible accident accidentally accompany accomplish accord account accoutrements accurate accustomed achieve acid
acidic acknowledge acknowledgement acquaintance acquire acrid acrobatics across act action activate active activity actor actual add
addition additional address adieu adjacent adjust admire admit ado adorable adorn adrenaline adult advance advantage advantageous adventure
adventurers adversity advice aerial aesthetic afar affect affinity affixed afford afraid after afterlife afternoon afterward again against
age agent aggression aggressive ago agree agreeable agreement ahead aid aim air airplane airport airship ajar alarm alchemical alchemy
alcohol alcove ale alert alien alignment alike alive all allegiance alleviate alley alleyway alliance allied allies allow almost aloft alone
along alongside already also altar altered alternate although always amass amazed amazing ambassador ambush ammunition among amongst
amorphous amount amulet amused ancestors anchor ancient and angel anger angle angry animal animated ankle anniversary announce announcement
annoyed annoying another answer anticipated antlers anus anvil anxious any anybody anymore anyone anything anytime anyway anywhere apart
apex apiece apologize apology app apparate apparent appeal appear appearance appetite applaud applause apple applied appointed appreciate
appreciation appreciative approach appropriate approval approve approximately apron arc arcana arcane arch architecture archway arduous are
area arena argue argument arise arm armies armor around arrange arrangement array arrest arrival arrive arrow art article artifact artist
artistic artwork ascend ascension ascertain ash ashamed aside ask asleep aspect ass assassin assault assemble assess asshole assigned assist
assistance assistant associate assume assumption assure astute asunder ate athletics atmosphere atmospheric atop attach attachment attack
attempt attend attention attire attitude attract attractive attune attunement audible audience audio aura authority automatic automatically
autumn available avatar average avert avoid awaiting awake aware away awe awesome awesomeness awful awhile awkward awkwardness awoke axe aye
babe baby back background backhand backpack backside backstory backup backward bacon bad badass baddies badge bag bail bait bake bakery
balance balcony bald ball ballistae balloon bam bamf band bandages bandits bang banish bank banner bar barbarian bardic bards bare barf
bargain bark barkeep barnacles barracks barrel barricade barrier bartender base baseball baseline basement bash basic basically basilisk
basis basket bastard bat batch bath bathe bathroom battered battering battle battleaxe battlefield bauble bay beach beacon bead beak beam
bean bear bearded bearings beast beat beautiful beauty became because become bed bedroom beef beeline been beep beer before beforehand began
begging begin beginnings begrudgingly begun behalf behavior behemoth behest behind beholder behoove being belch belief believe believers
bell belong belongings beloved below belt bench bend beneath beneficial benefit bent beret berth beside best bestial bet betrayal betrayed
betrayer between beyond bid big billow bind bindings bird birth birthday biscuits bit bitch bite black blackened blackness blacksmith blade
blame blank blanket blast bleed blend bless blessings blew blind blindness bling blink blip block blond blonde blood bloodaxe bloodied
bloodline bloodshed bloodshot blossom blouse blow bludgeoning blue blunt blurred board boat body bodyguard bog boiling bold bolt bomb bone
bonus boo boof book bookcase bookshelves boom boop boosh boot booth booze border bore born borrow boss both bothered bothering bottle bottom
boughs bought boulder bounce bound boundary bounty bow bowels bowl box boy boyfriend brace bracelet bracers brackish brag braid brain
brambles branch brand brass brave bravery brazier breach bread break breakdown breakfast breastplate breath breathe breeze brethren brevity
brewing brick bridge brief bright brilliant brim bring brisk bro broad broke bronze brooch broom brother brought brow browns bruise brunt
brush brutal brutalized brute bubble buck bucket buckle bud buddies buff buffoonish bug build buildings built bulbous bulette bulge bulk
bull bullet bullshit bum bump bun bunch bundle burbling burden burial burly burn burnt burp burrow burst bury bush business businessman bust
bustle busy but butcher butler butt butthole button buttressed buy buzz bye cackles cackling cacophonous cacophony cage cake calculator
calendar calf call calm came cameo camera camouflage camp campaign campfire campsite can cancel candle candlelight candy cane cannonball
cannot canon canopy cantrip cap capability capable capacity cape capital captain captive capture car caravan cards care careening careful
carpet carriage carried carries carrying cart cartoon carve carvings cascade case cash casino cask cast castle casual cat catatonic catch
category caught cauldron cause caustic cautious cave cavern cavernous cavity caw ceiling celebrate celebration celebratory celestials cell
cellar cemetery center centerpiece central century ceramic ceremonial certain chain chainmail chair chalice challenge chamber champion
chance chandelier change channel chant chaos chaotic chapter character charcoal charge charisma charismatic charity charm charred chase
chasm chat chatroom cheap cheat check cheek cheer cheese chemical cherry chest chew chick chickens child childhood children chill chime
chimney chin chip chiseled chitinous chocolate choice choke choose chop chose chromatic chuck chuckle chug chunk church cinders circle
circlet circular circumstance circumventing circus citizens city civilians civilization clacking claim clammy clamoring clamp clan clang
clank clap clarification clarify clarity clasped clasps class classic clatter clavicle claw clay clean cleanse clear cleave clench cleric
clerk clever click clientele cliff cliffside climactic climb cling clink cloak clock clockwork clomping close closet cloth cloud club clue
clump clumsy cluster clutch coal coalesce coast coat cobblestone cock code coffee coffers coffin coin cold collapse collar collect
collection collector college colony color coloration colorful column com combat combination combine combo come comedy comfort comfortable
comfortably comfy comic command commercial commission commit common commotion communicate communication communion community companion
company comparable comparatively compare comparison compartment compassionate compatriot compete competition complete completion complex
complexion complicated compliment component compost compound computer concave concentrate concentration concern concert concludes conclusion
condensed condition cone confidence confident confirm conflict confrontation confuse confusion congealed congrats congratulations conjure
connect connection conquered conscious consciousness consequences consider consideration consistent conspicuous constant constitution
construct construction consulted consume contact contain contemplate content contest context continent continuation continue continuous
contract contraption contribute control convene convenient convention converge conversation converse convert convince cooing cook cookies
cool cop copies cords core cork corner corporeal corpse correct corridor corrupt corruption cosplay cost costume cotton couch cough could
council count country countryside couple course court courtyard cousin cover coverage cow coward cozy crack crackle cradling craft
craftsmanship crammed cramped crank crap crash crater crates crawl crazed craziness crazy creak cream create creation creative creator
creature credit creep crescent crest crevasse crew crickets crime criminal crimson crisis crisp crit criticalrole critrole crocodile crooked
croon crops cross crossbow crossroads crotch crouch crow crowded crowds crownsguard cruel cruise crumble crumbs crumple crunch crush crust
cry crypt crystal crystalline cube cuddle cue cult cultists cultural culture cunning cup cured curiosity curious curl current curse curtain
curvature curve cushions cusp custom customary customers customize cut cute cycle cylinder cylindrical dad dagger damage dammit damn damp
dance danger dangerous dangle dank dare dark darkened darkness darkvision darling dart dash dashingly data date daughter dawn day daylight
daytime dazed dead deadeye deadpan deaf deafening deal dealings dealt dear death debt decay deceit decent deception decide decision deck
declare decline decomposing decomposition decor decorated decoration decorative deed deep defeat defend defense defensive defer definite
definition definitively deflect deftly degree deity delay deliberately delicate delicious delight delightful deliver delve demand demeanor
demise demon demonic den denizens dense dented depend deposit depth descend descent describe description desert deserve design desire desk
desperate desperation destination destiny destroy destruction detail detective detonate detonation developed developing development device
devil devised devoid devoted devotion devoured dew dex dexterity dexterous dialogue diameter diamond diarrhea dice dick did die difference
different difficult difficulties dig digital digits dim dimensions diminished ding dining dinner dip diplomacy diplomatic dire direct
direction director dirt disadvantage disagree disappear disappoint disappointment disarm disarray discarded discern disconcerting discordant
discount discover discuss discussion disdainful disease disembodied disengage disguise disgusted disgusting dish disheveled disintegrated
dislodge disobedience dispelled disperse displacer display disposal disposition disqualified disrepair disrespect dissipate dissolve
distance distant distinct distinction distract distraction distressed district disturb disuse ditch ditty dive diversion divide divine divvy
doable dock documents dodecahedron dodge does dog doing doll dollars domain dome dominance dominated dominion donate donation done doom door
doorstep doorway dope dot double doubt dove down download downstairs downward dozen drag dragon dragonborn dragonhide drain drama dramatic
dramatically drank draped draw drawers drawings dream dress drew drift drink drip drive drool drop drown drug druid druidic drum drunk
drunkenly dry dual duck dude due duergar dug dull dumb dummy dump dungeon dunno duration during dusk dust duty dwarf dwarven dwarves dying
dynamic each eager eagle ear earlier earned earning earpiece earrings earshot earth earthquake ease easier easiest easily east eastern
eastward eat echo economy edge edition education educational effect effective effort egg ego eight either elaborate elbow elderly electric
electrical electricity elegant element elemental elevated elevator eleven elf elite elongated else elsewhere elven elves email emanate
embankment embark embarrassed embarrassing embedded embeds ember emblazoned embrace emerge emergency emit emotion emotional employ employee
empty enable encampment encased enchant enchantment enclosed encompasses encounter encourage encroaching end endeavor endure enemy energy
engage engine engineering engraving engulfing enjoy enlarged enormous enough enslaved ensuing ensure entail enter entertaining entertainment
enthralled entire entirety entity entrance entranceway entry entryway environment envision epic episode equal equipment equipped equivalent
erase eroded erosion errand errant erupt escape escort especially essence essentially establish establishment estate esteemed eternal ether
ethereal even event eventually ever everybody everyone everything everywhere evidence evil exact exaggerated examine example exceedingly
excellent except exception exchange excited excitement exciting excluding exclusive excursion excuse executed exercise exhale exhausted
exhaustion exist existence exit exotic expand expanse expansion expect expectantly expectations expediency expedition expend expensive
experience experiment expert expertise expired explain explanation explode exploits explore explosion explosive exposed exposing express
expression extend extensive extent exterior extra extract extraordinaire extravagant extreme eye eyeball eyebrow eyeline eyesight fabric
fabulous face facial facilitate facility fact faction factor fade fail failure faint fair faith fake falchion fall false familiar
familiarity family famous fan fanart fancy fangs fantastic fantasy far fare farm farmers farmland fart farther fascinated fascinating
fashion fast fat fate fateful father fault favor favorite fealty fear fearful feast feat feather feature fed fee feedback feeding feel
feelings feet fell fella fellow felt female fence feral festival fetch feverishly few fey fiction field fiend fierce fiery fifth fight
fighters figure file fill film filter filth final find findings fine finger fingernails fingertips finished finishes finishing fire
firelight fireplace firewood firm first fish fisherman fist fit five fix fizzles flag flailing flair flame flammable flank flap flare flash
flask flat flavor flayer fled flee flesh flew flex flick flickering flickers flight fling flip flirting float floor flourish flow flowers
fluid flung flurry flush flustered flute flutter fly foam focus foe fog fold foliage folk follow followers food fool foot football footfall
footprints footsteps for force forceful forearm forehead foreign foremost foreseeable forests forever forfeit forge forget forgive forgot
fork form formal formality format formation formulate forte forth forthright forties fortress fortune forward fought foul found foundation
fountain four fourth foyer fragile frame frankly fraught fray frazzled freak free freedom freeze frenzy frequent fresh fricking friend
friendship fright frightened frightening from front frost frown froze fruit fruition frustrated frustrating frustration fuck fuckers fuckin
fulfill full fumble fume fun function functional funds fungus funky funnel funnier funsies fur furious furnace furniture further furthest
future fuzzy fwoosh gag gain gait gamble game gang gap garb garbage garbled garden gargantuan gas gash gasp gate gather gaudy gauge gauntlet
gave gaze gear geekandsundry gem gender general generation generosity generous genius gentle gentleman gentlemen genuine gesture get ghost
giant gibberish gif gift gigantic giggles giggling gimme gingerly gird girl girlfriend gist give giveaway glad glaive glance glare glass
glaze gleaming glean glide glimmer glimpse glistening glitter globe globules glory glove glow glue glyph gnarled gnashing gnome goal goatee
goblet goblin god goddamn goddess godhood goes goggles going gold golem goliath gone gonna goo goodbye goodies goodness goods goose gore
gorgeous gosh got gotcha gotta gout government grab grace gracious grade gradual grains grand grandfather grandma grant grapple grasp grass
grate grateful grave gravel graveyard gravity gray grease great greataxe greatsword greed green greet grenade grew grey grimace grin
grinding grinds grip grit grizzled groan groggy groove gross ground group grove grow growl growth gruff grumbling grumpy grunt guarantee
guard guardian guess guest guidance guide guild guilt guise guitar gullet gulp gum gun gunshot gunslinger gurgle gut guttural guy habit hack
had hag hair hairline half halfling halfway hall hallway halt halve hammer hamster hand handful handholds handle handshake handsome
handwriting hang hangover haphazard happen happiness happy hard hardcore hardened harm harmlessly harness harried harrowing harrying harsh
harvest has hashtag hasted hastily hat hatch hate hatred haul haunt have haversack havoc head headache headmaster headway heal healers
health hear heart heartbeat heat heaving heavy heck heel hefty heh height held hell hello helm helmet help helpful hence her herbal herbs
here heritage hero heroic herself hesitation hey hiccups hid hide hideout hierarchy high hike hilarious hill hillside hilt him himself hind
hinge hint hip hire his historical history hit hitpoints hmm hoard hobbling hold hole holiday hollow home homeland homestead hometown
homework honed honest honey honor honorable hood hoodie hoof hook hooves hop hope hopeful horde horizon horn horrible horrified horrifying
horror horse horseback hospitality host hostage hostile hot hotel hour house household hovel hover how however howl huddle hue hug huge huh
hulking hum human humanoid humble humid humor hunch hundred hung hungry hunt hunters hurl hurry hurt husband hush hustle hut ice ichor icy
idea identical identified identifying idiot iffy ignite ignore ill illegal illithid illuminate illusion illusory illustrious image imagery
imaginary imagination imagine imitates imitating immediate immense immensity immune immunity impact impactful impart impatient imperfect
implement importance important imposing impossible impress impression impressive imprisoned imprisoning improv improve improvise impulse
inability inappropriate inaudible incantation incapacitated incense inch incident incinerated incline include incoherent income
inconspicuous inconvenient incorrect increase incredible incredibly increment incursion indeed indication indifference indigenous individual
inert inertia inevitable infected inferno infiltrated infinite influence influx info inform information ingenuity inhale inherent initial
initiative injured ink inn innards innate innocent inquire insane insanity insect inside insight insist inspect inspection inspiration
inspirational inspire installed instance instant instantaneous instead instill instinct instinctively instinctual instructions instrument
insult insurance intact intellect intelligence intelligent intend intense intensity intent intention intentional interact interaction
intercept interest interfere interference interior intermission internal internet interpretation interred interrogate interrupt intersection
intertwined intimidate intimidation into intrepid intricate intrigued intro introduce introduction intrusion invasion invented inventory
invested investigate investigation investment inveterated invisible invitation invite invoke involve involvement inward iris iron ironic
irritated island isolated isolation issue itch item its itself ivory jab jacket jade jagged jail jam jar jaunt javelin jaw jealous jeez
jelly jenga jerk jet jettisoned jewel jewelry job jog joined joining joins joint joke journal journey jovial joy judge judgement judgment
jug juice jump jungle junk just justice jut karma keen keep keepers kept kettle key keyword kick kid kidnapped kill kin kinda kindly
kindness kinds kingdom kiss kit kitchen kittens knack knee kneel knew knife knight knives knob knock knot know knowledge labor laboratory
lack lad ladies lake lame lamps land landscape language lantern lap large laser lash lass last latch late laugh laughter launched lava law
lax lay layered layers layout lazy lead leaders leadership leaf lean leap leapt learn leash least leather leave led ledge left leftover leg
legacy legal legend legendary legit legitimately lend length lenses lent less lesson let letters level lever leverage levitate ley liar
library lich lick lid lie life lifestyle lifetime lift light lightning like limbs limerick limit limitations limp line lineage linger link
lip liquid liquor list listened listening lit literal lithe little live lizard lizardfolk load loan lob local localized located location
lock lodged log logo loins lolling lollipop lolls lonely loner long longbow longsword look lookout looming loop loose loosened lootcrate
looting lording lords lordship lore lose lost lot loud lounge love low lowered lowers loyal loyalty luck lumber luminescent lunch lunges
lungs lurches lurching lure lush lying mace machine mad made madman madness mages magic magical magma magnificent mail mainly maintain
majestic majesty major majority make makeshift makeup malaise male mama man manacles manage mane maneuver manipulate manipulation mansion
mantle manual map marble march marked marker market marketplace marking marks maroon marriage married masculine mask masonry mass massage
massive master match mate material math matted matter maul maw max maximum may maybe maze meager meal mean meant meantime measly measure
meat mechanical mechanism media medical medicinal medicine meditate meditation medium meet meetings melee melt member membership
memorization memorize memory men mental mention menu mercenary merch merchandise merchant mercy mere merge merry mess message messenger met
meta metal metallic metaphor method metropolis mic microphone mid midair midday middle midnight midsection midst might mildly mile military
milk million mind mindful mine minerals mingle mini miniature minimal minimum minor minus minute miracle mirror miserable misery misfire
miss missiles mission mist mistake misunderstanding misunderstood mix mixture moan mobile mock mod mode model moderate modern modicum
modifier moist moisture mold molten moly mom moment momentary momentum monetary money monk monkey monster monstrosity monstrous montage
month mood moon moonlight moral more morning morningstar mortal moss most mother motherfucker motherfucking motion motley mound mount
mountain mountainous mountainside mountaintop mouse mouth move movement movie much muck mud muffled mug multiattack multiple mumbles
mumbling murder murderers murky murmurs muscle muscular musculature mushrooms music musical musician must mustache mutated muted mutter
mutual myself mysterious mystery mystical myth nah nail naked name nap narrative narrow nasty nation natural naturalism nature naught
nauseous navigate near nearby neat necessary necessity neck necklace necromancer necromancy necromantic necrotic need needle negative
negotiate neighborhood neither nerd nerve nervous nervousness nest net network neutral never nevertheless new next nexus nice nickname night
nightfall nightmare nighttime nimble nine nipple noble nobody nock nod noise none nonetheless noon nope nor normal north northeast
northeastern northern northward northwest northwestern nose nosebleed nostrils not notched note notebook nothing notice noticeable
noticeably notification notify notion novel now nowhere nude nudge numb numbers numbness numerous nuts nymph oak object obliterated
obnoxious obscure observer obsidian obvious occasion occasional occupied occur occurrence ocean odd off offend offense offensive offered
offering offers offhand office official offscreen offshoot often ogre oil okay old ominous omnipresent once one ongoing online only
onslaught onto onward onyx ooh ooze opal open openings operation opinion opportunity opposed opposing opposite oppressive option orange orb
orc order ordinary org organic organization organize organs origin original ornamental ornate other otherwise our ourselves ousted out
outcome outcropping outfit outline outright outside outsiders outskirts outta outward oval oven over overall overcome overgrown overhead
overhear overlap overnight overseeing overwhelming owe owl owlbear own pace pack package pact paddle page pained painful paint pairs pajamas
pal palace paladin pale palm paltry pan panel panic panicked pantheon panting pants paper paperwork parade parallel paralyzed paranoid
parchment pardon parents park parkour parry part partake partial particular parties partner partnership partway pass passage passageway
passive password past pastries pat patch patchwork path pathetic pathway patience patient patrol patron pattern pause paw pay payment peace
peaceful peak pearl peasantry peasants pebble pedestal pee peek peel peering pen penalty pencil penetrate penis people pepper per perceive
percent percentage perception perceptive perch perfect perform performance performers perhaps peril perimeter period peripheral perk
permanent permeates permission perpetual person personal personality perspective persuasion persuasive perturbed peruse pet petite petrified
pew pfft phantom phase phenomenal phone photo phrase physical physicality physics pick picture pie piece pierce pigeon pikes pile pillar
pillows pin pinch ping pink pinnacle pinpoint pipe pirate piss pistol pit pitch pizza place placement plan plane planet plant plastic plate
platform platinum platter play players playlist pleasant please pleasure pledged plenty plop plot pluck plug plume plummet plunge plus
pocket podcast poem poetic poetry point pointers poison poisonous poke pole polished polite political politics polymorphed pommel pond pony
ponytail poo poof pool poop poorly pop popcorn poppycock populace popular porcelain poring pork porn porous port portal portcullis portion
portrait pose position positive possessed possession possibility possible post posters posture pot potatoes potential potion pouch pounce
pound pour powder power powerful practically practice practitioners praises prank pray precarious precious precipice precisely prefer
preference pregnant prematurely preoccupied preorder prep preparation prepare presence present presentation presentational presentory
preserve press pressure presume pretend pretty prevent previous prey price prick pride primal primarily primordial princess print prison
prisoners pristine privacy private privilege prize pro probably problem proceed process procession procure prodigious produce product
production professional proficiency proficient profile profusely program progress progression progressive project projection prominent
promise promo promote prone pronounced proof prop properly property proposal propose prospect protect protection protective protector
protrude protrusions proud prove provide provisions proximity pry psychic pub public puddle puff puke pull pulse pump pun punch puncture
pungent punishment pupil purchase pure purple purpose purse pursue purveyor push put pyramid quake quality quarry quarter quarterstaff
question quick quiet quill quit quite quiver quote race racial rack rad radar radial radiant radio radius rag rage ragtag rainbow rainfall
raining rains rainy raise rakes rakshasa rally ram ramifications ramshackle ran random range ranks ransacked rapid rapier rare rash
raspberry rasping raspy rat rate rather rations rattle ravine raw ray reach react reaction reactionary read real reality realization realize
realm reappears rear reason reasonable rebellion rebuild rebuilt recall recap receive recent reception recess recharge recite reckless
reclaimed recognition recognize recoil recommend recon reconstruction reconvene record recover rectangular red redemption reduce reel refer
reference refined reflect reflection reflex reform refugees refuse regain regard regenerate region register regret regular reign reinforce
reinforcements reins rejoin relate relation relationship relative relax relay release relic relief relieved religion religious reload rely
remain remainder remarkable remember remembrance remind reminiscent remnants remotely remove rendition renewed rent repaired repairs repay
repeat repeatedly replace replacement reply report represent representation representatives reputation request require reroll rescue
research resemble reset reside residence residents residual residue residuum resist resistance resistant resolve resounding resource respect
respectful respective respond response responsibility responsible rest restful restore restrained restroom result resurrection retaliation
retching retcon retire retract retreat retribution retrieve return reunited reveal revelry revenge reverse revert revolution reward
rhinoceros rhyme rhythmic rib ribbon ribcage rich rickety ricochet rid ride riders ridiculous rifle rift right rigid ring rip ripple rise
risk ritual river road roadway roam roar rob robe robot rock rocket rockslide rod rode rogue roleplay roll rollicking romantic roof rooftop
room root rope rose rot rotate rotund rough round rouse route routine roving row royal royalty rub rubble ruckus ruddy rude rug ruin rule
rumble rummage rumors run rune rung runic ruse rush rust rustling sack sacrifice sad sadness safe safety sage sail sailor sake sale saliva
salt salutations same sample sanctum sand sandwich sang sapphire sat satchel satisfied saunter save saw say scabbard scale scan scar scare
scarf scatter scavenge scenario scene scenery scent schedule scheme school science scimitar scoffs sconces scooch scoop scoot scootch scope
score scourge scout scrambling scrap scrape scratch scrawny scream screech screen screw script scroll scruff scry scuffle sculpture scurry
sea seal seams search searing season seat sec second secondary secret section secure security see seeds seek seem seemingly seep seize
selfish sell selves semblance send sensation sense sensitive sent sentence sentiment sentimental sentinels separate separation sequel
sequence series serious serpent serpentine servant serve service session set settle setup seven seventh sever several severe sewer sex
sexual shack shackles shade shadow shaft shake shall shallow shambling shame shape shards share shark sharp sharpened sharpshooter shat
shattered shattering shatters shave shawm she sheath sheepishly sheet shelf shell shelter shelves shh shield shift shimmer shimmy shine
shiny ship shirt shit shite shithead shiver shock shockwave shoe shook shoot shop shore shoreline short shortsword shot should shoulders
shout shove show showdown shrapnel shriek shrine shrink shrug shudder shuffle shush shut shy siblings sick sickening side sideways siege
sifting sigh sight sigil sign signal signature significance significant signify signings silence silent silhouette silk silly silver
silverware similar simple simply simultaneous since sinew sing singe single singsong singular sink sip siphon sir sister sit site situated
situation six sixth sizable size sizeable sizzle skeletal skeleton sketch sketchbook skidding skids skill skinned skip skirt skitter skull
sky skyline skyship slab slack slam slap slash slate slats slaughtered slave slay sleep sleet sleeve sleight slept slew slice slick slide
slight slime slimy slink slip slippery slit slithering sliver sloshing slot slow sludge slumber slumped slumps slung slurping slurps sly
smack small smart smash smattering smear smell smile smoke smoldering smooth snack snag snake snap snarl snatch sneak sneeze snickers sniff
sniper snitch snores snoring snorting snorts snout snow snowfall snuck snuggle soak soaring sobbing sober sobs social society socket socks
soft softness soggy soil sold soldier solemn solid solo solution solve some somebody someday somehow someone something sometime somewhat
somewhere son song soon soot sorcerer sorcery sore sorry sort sought soul sound soundtrack soup source south southeast southern southward
southwest spa space spare spark sparkle sparse spatter speak spear special specialty species specific specifically specify spectacles
spectral spectrum speech speed spell spellbook spellcasting spend spent sphere spherical sphinx spice spider spike spill spine spinning
spiral spires spirit spit spite spittle splash splat splattering splatters splinter split spoil spoke sponsor sponsorship spooked spooky
spoon sports spot spotlight sprawling spray spread spring sprinkle sprint sprout sprung spun sputtering sputters spy square squat squeak
squeal squeeze squirrel squish stab stabilize stable stack staff stage stagnant stained stains staircase stairs stairway stake stale stalk
stammering stammers stance stand standard standpoint stank stapled star stare stark start startled stash stat state statement static station
stationary statue stature stay steady steal stealth stealthily steam steel steep steer stench step stern sternum stick stickers stiff still
stillness sting stink stir stitch stock stoic stoked stole stomach stomp stone stonework stood stool stop storage store storm story
storytelling stout stragglers straight strained straining strands strange strangers strap strategy straw stray streak stream street strength
stress stressful stretch strewn strike string strip stroke stroll strong stronghold struck structure struggle strung stubble stuck studded
studio study stuff stumble stump stun stupid sturdy stuttering stutters style sub subject submerged submit subscribe subscribers
subscription subside substance subterranean subtle succeed success successful succession such suck sudden suffer suffice sufficient sugar
suggest suggestion suicide suit sulfur sulfurous sum summon sun sundered sundown sunk sunlight sunrise sunset sunshine super superior supply
support suppose supposedly sure surface surge surprise surprisingly surround surroundings survey survival survive survivor suspect suspended
suspicion suspicious sustain swag swallow swamp swap swarm swat swath sway swear sweat sweep sweet swell swift swig swim swing swipe swirl
swish switch swollen swoon swoop swoosh sword symbol system tab table tabletop tackle tactic tag tail tailored take tale talent talk
talksmachina tall talons tan tangle tank tankard tape tapestry tapped tapping taps tar target tarot task taste tattered tattoo taught taut
tavern taxes tea teach teachings team tearfully tearing tears tech technical technique technology teens teeny teeth telepathically teleport
teleportation tell temperature temple temporary tempted ten tended tender tending tendrils tends tenor tense tension tent tentacle tenuous
term terrain terrible terrified terrifying territory terror test tether text texture than thank thankful that the theater their them theme
themselves theoretically theory there thereafter therefore these thick thickness thief thieves thigh thin thing thingies think third thirsty
this thorny thorough thoroughfare those though thought thousand thrashing thread threat threatened threatening three threshold threw thrill
throat throne through throughout throw thrust thud thugs thumb thump thunder thunk thus tick ticket tickle tide tie tiefling tiger tight til
till tilt time timeline ting tingle tink tinkering tint tiny tip tiptoe tired titan title toast today toe together toilet token told tomb
tome tomorrow ton tone tongue tonight too took tool tooth top topic topography topple torch torchlight tore torn tornado torrent torso
torture toss total touch tough tour tousled tow toward towel towering towers towns townsfolk townspeople toxic toy traces tracing track
trade tradition traditional traffic trail trained training trait trajectory trammel transaction transfer transform transformation transition
translates translucent transpire transport transportation trap trapdoor trash travel travelers traverse tray treacherous tread treasure
treat treatment tree treeline trek tremendously trepidation trial triangular tribal tribe tribute trick trickery trickle trigger trim
trinkets trip triple troll troop trophy trouble trough troupe trudge true trunk trust trustworthy truth truthful try tube tuck tuft tug
tumble tune tunic tunnel turf turkey turn tussle tutor tweet twelve twenty twice twigs twilight twin twine twinkle twinsies twirl twist
twitches twitching two tying type typically ugh ugly ultimate umbrella unable unacceptable unaffected unarmed unaware uncertain uncle
uncomfortable uncommon unconscious unconsciousness uncovered undead undeath under underbelly underestimate underground underneath underside
understand understood underwater underwear undo uneventful unexpected unfair unfamiliar unfavorable unfortunate unfurl unhappy unicorn
uniform unintimidating union unique unison unit universal universe unkempt unknown unleash unless unlike unlimited unload unlock unmoving
unnatural unnoticed unpleasant unscathed unseen unsettling unsolvable unsure unsuspecting untie until untouched untrustworthy unused unusual
unveil unwise upbringing upcoming update upfront upgrade upon upper uppercut upright upset upside upstairs upward urge urine use useful
users usher using usual utensils utilize utmost utter vacant vacation vacuous vague vain valiant valid valley valuable value vampire vanish
vantage variation variety various vary vase vast vault vegetables vegetation vein velocity velvet vengeance venom venture verdant verge
version versus very vessel vest via viable vial vibe vibrant vibrating vibration vice vicinity victim victorious victory video view viewers
vigil village villagers villain vines violence violent visage viscous visibility visible visibly vision visit visitors visual vital vocal
voice void volcanic volcano volume volunteer vomit vote vulnerable wade wagon wailing waist wait wake walk walkway wall wand wandered
wandering wanders wang wanna want war warfare warhammer warlock warm warmth warned warning warped warrior was wash waste watch water
waterfall wave wax way wayward weak weakness wealth weapon weaponry wear weather weave web website wedding wedge wee week weekend weeping
weigh weight weird weirdo welcome well went were werewolves west western westward wet whack whale wham whammies what whatever whatnot
whatsoever wheel wheezing when whenever where whereabouts whereas wherever whether which whichever whiff while whim whimpering whimpers
whine whip whirl whiskey whisper whistle white who whoa whoever whole whom whoosh whose why wicked wide widens width wield wife wiggle wild
wildlife will willingly willpower win wince winded winding window winds wine wing wink winners winter wipe wire wisdom wise wish wisps wispy
with withdraw withered within without withstand witness wits wizard wobble woke wolf wolves woman women won wonder wonderful wondrous wonky
woo wooded wooden woods wordless words wore work workers workshop world worm worn worry worse worship worshipers worst worth worthwhile
would wound woven wow wrap wrath wreckage wrecked wrestle wrinkled wrist write writhing written wrong wrote wyvern yank yard yay yeah year
yearns yell yellow yelp yep yes yesterday yet you young yours yourself yourselves youth zero ziggurat zombie zone`);
