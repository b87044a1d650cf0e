/**
 * Word lists of the highlights engine: written for this project (MIT). Patterns are for English; other
 * languages simply match fewer of them.
 */

export const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

export const FUNCTION_WORDS = list(`
a about above actually after again against ago ah aha ahead all almost alone along already alright also although always am an and
another any anybody anymore anyone anything anyway are aren't around as ask at away aw awesome back bad basically be because been before
behind being believe below best better between big bit both but by bye call came can can't cannot cause certainly come comes coming
cool could couldn't course dear did didn't different do does doesn't doing don't done down dude each eh eight either else end enough
even ever every everybody everyone everything exactly except far feel few fine first five for found four from fuck fucking fun gave
get gets getting give given go goes going gonna good god goddamn gosh got gotta great guess guy guys ha had hadn't haha half happen happened
happens hard has hasn't have haven't having he he'd he'll he's hello her here here's hers herself hey hi him himself his hm hmm hold
holy how how's however huge huh hundred i i'd i'll i'm i've if in instead into is isn't it it'd it'll it's its itself jesus just keep
kind knew know knows last later least left less let let's lets like likely literally little long look looked looking looks lot lots
lovely made make makes making man many matter may maybe me mean means might mine minute mm mmhm mom moment more most much must my myself
near need needs never new next nice nine no nobody none nope nor not nothing now of off oh ok okay old on once one ones only oof ooh or
other others ouch our ours ourselves out over own part people perfect perhaps person place please point pretty probably put quick quickly
quite ready real really right said same saw say saying says second see seem seems seen sense set seven several shall she she'd she'll
she's shit should shouldn't show shut side since six so some somebody somehow someone something sometimes somewhere soon sorry sort
start started stay still stop stuff such super sure take taken takes taking talk talking tell ten than thank thanks that that'd that'll
that's the their theirs them themselves then there there's these they they'd they'll they're they've thing things think thinking this
those though thought three through til till time times to together told tonight too took totally toward towards tried true try trying
turn two ugh uh um under unless until up upon us use used using very want wanted wants was wasn't way ways we we'd we'll we're we've
well went were weren't what what's whatever when where where's wherever whether which while who who's whoever whole whom whose why will
with within without won't wonderful word words work would wouldn't wow y'all ya yay yeah year years yep yes yesterday yet you you'd
you'll you're you've young your yours yourself yourselves yup`);

export const NOT_NAMES = list(`
monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november
december christmas halloween easter english american spanish french german italian british irish scottish russian japanese chinese
canada canadian mexico mexican texas hollywood burbank alaska olympics twitter twitch youtube instagram facebook reddit discord google kickstarter patreon amazon netflix internet skype geek sundry critters
critter dnd d&d dungeons dragons dungeon dragon pathfinder starfinder playtest roll20 dndbeyond beyond gm dm gms dms pc npc npcs pcs hp ac xp
gp sp cp pp dc d4 d6 d8 d10 d12 d20 d100 d3 ko ok okay tv usa uk us la nyc california america europe london
strength dexterity constitution intelligence wisdom charisma str dex con int wis cha acrobatics athletics arcana deception history insight
intimidation investigation medicine nature perception performance persuasion religion stealth survival initiative inspiration
advantage disadvantage action bonus reaction attack damage hit miss saving throw check checks concentration proficiency level levels
cleric clerics wizard wizards rogue rogues fighter fighters paladin paladins ranger rangers bard bards druid druids monk monks sorcerer
sorcerers warlock warlocks barbarian barbarians artificer gunslinger elf elves elven dwarf dwarves dwarven halfling halflings gnome gnomes
gnomish goliath goliaths tiefling tieflings dragonborn human humans orc orcs orcish goblin goblins half-elf half-orc common infernal abyssal
celestial draconic sylvan aquan ignan auran terran undercommon primordial thieves cant goblinoid undead
york swedish minecraft skyrim
dad mom mama papa mommy daddy mister mr mrs ms sir ma'am madam lord lady lords ladies king queen prince princess captain sire majesty grace highness honor
god gods jesus christ lord's hell heaven earth internet yo bro dude hashtag tm ted ii iii iv
north south east west northern southern eastern western northeast northwest southeast southwest
fireball shield bless banishment polymorph counterspell hex haste slow sleep fly light darkness silence invisibility healing cure wounds
word command hunter's mark smite sneak rage reckless wild shape inspire prestidigitation thaumaturgy druidcraft guidance mage hand
eldritch blast sacred flame misty step dimension door teleport teleportation scrying scry fear hold charm suggestion dominate
detect identify dispel speak message sending locate legend lore true seeing plane shift greater lesser restoration revivify
hunter dwarvish elvish gnomish pillow deathwalker darkvision resurrection raise dead animate fog cloud grasping vine thorn thorns wall fire ice stone ray web stinking burning hands thunderwave
lightning bolt chain call conjure summon spirit guardians spiritual weapon sanctuary mirror image blink blur enlarge reduce heat metal
feather fall jump longstrider pass trace without entangle spike growth moonbeam sunbeam bigby's hand cutting words vicious mockery
action surge second wind lay divine sense channel divinity turn deflect missiles stunning strike flurry blows ki sorcery point points
bardic song rest short long feat feats
scorching hallucinatory terrain barrage telepathy disintegrate blight alter self enhance ability seeming guiding witch keen mind globe
invulnerability sense hail stride beastshape zone truth enthrall mending deafness blindness blasts invoke duplicity commune gust knife
tracelessness animals disguise war caster danger blood curse glacial speak unseen servant crown madness hideous laughter mass phantasmal
killer force cage bead hero heroism faerie bane aid barkskin levitate sunburst firestorm meteor swarm wish gaseous form create water
freedom movement freeze protection evil dispell tongues comprehend languages locate object creature arrow dust disappearance dexterous
handle animal sleight survivalist tinker news nah whoa ish ending continuing listen retort cantrip cantrips spell spells slot slots sharpshooter uncanny dodge evasion great master evocation
necromancy illusion conjuration abjuration transmutation enchantment divination sharp shooter luck lucky nat natural`);

export const PLACE_NOUNS = list(`
keep castle city town village tower forest woods wood sea ocean lake river mountain mountains peak peaks hill hills valley vale temple
shrine church cathedral inn tavern road street lane isle island islands bay port harbor gate gates hall halls square market plaza district
ward academy library palace fortress fort dungeon mine mines cave cavern caverns swamp marsh mire desert plains fields field bridge pass
range kingdom empire republic land lands realm plane crater canyon gorge ruins tomb crypt graveyard quarter house manor estate shop smithy
emporium arena prison sanctum sanctuary passage depths steppe tundra coast cove reef falls spire citadel monastery abbey farm farms crossing
outpost camp reserve ridge archive archives university college barracks stronghold lodge bazaar promenade sewer sewers catacombs quarry wilds expanse underdark feywild shadowfell tree garden gardens docks wharf basin divide reach barrens moor glade grove wastes`);

export const FACTION_NOUNS = list(`
guild order council clasp clan tribe watch guard guards crew cult circle brotherhood sisterhood company league syndicate army legion
court family church coven assembly alliance cabal trust collective myriad gang pirates knights rangers soldiers militia hand fist herd
hunters conclave society empire crownsguard tribunal senate party`);

export const ITEM_NOUNS = list(`
sword blade dagger staff wand rod ring amulet necklace cloak boots gauntlets gloves armor armour plate shield helm helmet crown orb skull
book tome scroll map key stone gem crystal potion elixir bow crossbow axe hammer mace spear lance rope bag chest mirror lantern horn
drum flute deck carpet vestige gun pistol rifle cannon bracers belt circlet eye feather flask vial hilt knife quiver arrow arrows bolt
coin locket pendant pearl idol statuette hourglass ship airship letter raiment`);

export const PERSON_TITLES = list(`
lord lady sir king queen prince princess captain sovereign commander general sergeant lieutenant arcanist professor doctor dr mr mrs ms
master mistress father mother brother sister uncle aunt grandmother grandfather lawmaster high guildmaster headmaster elder chief baron
baroness count countess duke duchess emperor empress archmage bishop saint dame madam madame lieutenant guardian priestess priest
shopkeeper innkeeper abbot abbess miller baker smith mayor marshal admiral magister warden sister friar deacon watchmaster starosta shieldmaster ambassador`);

/** Names, and words that are written like names, of the world that tables live in, as far as no word of them is in `NOT_NAMES`. */
export const OF_OUR_WORLD =
  /^(?:thanksgiving|breakfast|lunch|dinner|supper|prussian|europeans?|paris|batman|superman|spider-?man|pok[eé]mon|disney|uber|xbox|nintendo|star wars|star trek|harry potter|gandalf|frodo|indiana jones|scooby-?doo)$/iu;

export const HOUSEKEEPING =
  /\b(twitch|youtube|podcast|sponsor(s|ed)?|subscri(be|ber|bers|ption)|giveaway|merch|hashtag|kickstarter|patreon|website|web ?site|\.com|dot com|twitter|tweet|instagram|facebook|reddit|discord|convention|comic[- ]?con|tickets?|t-?shirts?|promo code|discount|donat(e|ion|ions)|charity|live ?stream|chat ?room|premiere|fan ?art|next episode|(this|tonight's|last|next) (episode|stream|show)|critters|gift ?box|loot ?crate|announcements?|box office|panel|signings?|(the|our) (stream|channel|chat)|snacks?|pizza|bathroom|restroom|microphone|camera|dice tower|minis?|miniatures?)\b/i;

const NO_VERB =
  /^(?:was|as|us|always|this|its|his|hers|theirs|ours|yours|yes|perhaps|besides|towards|afterwards|sometimes|plus|versus|thus)$/;

/** Whether a word right after a name is a verb in the third person singular: nearly all are that end so. */
export const isThird = (word: string): boolean =>
  /^(?:is|has|does|\p{Ll}[\p{Ll}'-]*[^s'’]s)$/u.test(word) && !NO_VERB.test(word);

export const TRANSITION =
  /\b(the next (morning|day|night|evening)|the following (morning|day|night)|(morning|evening|night|dusk|dawn|midday) (comes|arrives|falls|breaks|rises|sets in)|(an|a few|several|couple of|two|three|four|five|six) (hours?|days?|weeks?|minutes) (later|pass|passes|go by|into)|(you|they|you all|you guys|the party|the (group|rest) of you) (all )?(eventually |finally |then )?(arrive|approach|reach|enter|leave|depart|head|set off|set out|return|emerge|come (up )?(to|upon)|make your way|make their way|find yourselves?|travel|continue|push|step|wake|get a full|finish|go ahead)|as (you|the) (all )?(approach|enter|continue|make|travel|leave|arrive|step|come)|meanwhile|upon arriv\w+|eventually)\b/i;

export const PAST =
  /\b(was|were|had|did|went|came|took|made|got|found|saw|fought|began|left|gave|led|told|spoke|brought|met|lost|kept|held|stood|sent|chose|knew|thought|\w{3,}ed)\b/gi;
export const PRESENT =
  /\b(is|are|see|sees|you're|begin|begins|have|has|make|makes|come|comes|go|goes|find|hear|feel|stand|stands|look|looks|head|step|steps|walk|walks|open|opens|turn|turns|take|takes|rise|rises|what (do|would) you)\b/gi;
