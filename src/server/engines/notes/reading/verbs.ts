/**
 * English verbs of narration: written for this project (MIT).
 */

const list = (words: string): string[] => words.trim().split(/\s+/);

const PLAIN = list(`
accept achieve acknowledge acquire activate add adjust admire agree allow angle announce appear apply appreciate approach argue arise arrange
arrive ascend ask assemble assist assume attach attempt attract avoid awake awaken bash become befriend beg begin believe belong bend
beseech betray bind blast blink block bow brace break breathe bring brush build burn burst bury buy calm capture carry carve cast
catch cause cease chant chase choose chuckle circle claim clamber clasp clean cling close clutch collapse collect combine come command compare
complete conceal concentrate confirm confront conjure connect consider consume contain continue convince cough cover crack crash crawl create creep
cringe cross crouch crumble crumple crunch curl dart dash dangle decapitate decide defeat defend deliver demand depart deposit descend describe desire destroy detect
determine devour dig disappear discover discuss disembark dismount dispatch dissipate dissolve divide dodge douse drag draw drift drink drip
drive drop duck dump eat elbow embrace emerge echo emit encounter endure engage enjoy ensure enter envelop erupt escape escort
evade examine exchange exclaim exit expect explain explode explore extend extinguish extract fade fail fall feed feel fetch fiddle
fight fill find finish fire fix flail flap flare flee flick flinch fling flip float flop flow flutter fly focus
follow forget form freeze gallop gasp gather gaze get giggle give glance glare gleam glide glow gnash go grab
grapple grasp greet grimace grin grind grip groan grow growl grumble grunt guide hack hail halt handle hang happen hear
heal hide hiss hit hoist hold hover hug hum hunt hurl hurry hurtle ignite ignore imagine impale impress include inform inhale inquire insert
inspect intend introduce invite invoke join jump kick kill kiss kneel knock know lash launch lay lead lean leap learn leave
let lie lift listen load locate loom loosen lose lower lumber lunge lurch make manage march marvel measure meditate meet
melt mention mix mount mumble murmur mutter nab narrow navigate negotiate nod notice nudge observe obtain occupy offer open overhear overlook
pace pack paddle part pass pause pat pay polymorph peek peel peer perceive perch perform pick pierce pile place plant pluck plummet plunge
pocket point poke ponder possess pounce pour pray prepare present press pretend prevent proceed produce proceed promise propel protect
prove provide pull pummel punch purchase pursue push put raise rally ram reach reach react read ready realize reappear recall receive recognize
recoil recover reemerge reenter refuse regain regroup rejoin relax release remain remember remind remove repair repeat reply request rescue
resemble respond rest retain retreat retrieve return reveal ride rifle ring rip rise rob roar roam rub ruffle rummage run
rush sail scamper scan scare scatter scoff scoop scour scramble scrape scratch scream scribble seal search secure see seem seize sell
send sense separate settle shake shatter shed shift shine shoot shout shove show shriek shrug shut shuffle sidle sigh signal sing sink sip sit
skid skim skitter slam slap slash slay sleep slice slide slink slip slither slow slump smash smell smile smirk snag snap snatch
snarl sneak sneer sniff snore soar sob sort spark speak spend spin spit splash split spot spray spread spring sprint
squeeze stab stagger stammer stand stare startle start stay steady steal step stick stomp stop storm stow strain strap stretch stride
strike strip stroke stroll struggle study stuff stumble subdue succeed suffer suggest summon surge surround survey survive swallow sway
sweep swell swim swing swipe swirl swoop take talk tap taste tear tell tempt thank thrash threaten throw thrust tie tilt
topple toss touch toy track trade trail transform travel traverse tread tremble trigger trip trot trudge try tuck tug tumble turn twist
understand unleash unlock unfurl unfold unroll unsheathe unwrap use usher utter vanish venture visit vomit wade wail wait wake walk wander warn
wash watch wave weave weep whip whirl whisper whistle wield win wince wipe witness wonder wrap wrestle wriggle write yank yawn yell yield look
head hand face cut ask help keep call move turn step climb charge hope work trust serve guard lock light mark name note
dive land set leap dip rummage cast crack wind wait whack hammer heave beckon bark belch bellow billow blare bleed bound
bounce bristle brandish bubble buckle cackle careen clatter clench clink clear coalesce coil command converge cower crackle creak curve dance deflect deflate
dim dwindle eject emanate encircle exhale expand fidget flank flicker fold fumble furrow gesture gurgle gush hobble hunch jab jerk jolt
kneel lick limp linger lodge loop meander nestle nuzzle part pivot plop pop prick probe prod prowl pulse puff quiver radiate rattle rear reel resonate ricochet ripple
rumble rustle saunter scowl scurry sear sever shimmer shiver shudder shrink sizzle slather slosh slouch slumber smear smolder snicker snort spasm spew spill splinter sprawl sprout squint squirm
stain steer straighten stray strum sulk swarm swat swerve swivel teeter throb thud thump tighten tip trample trickle twirl twitch unravel veer vibrate waft waddle warp wheeze whimper whir whoosh writhe zip
back apologize arrest assure attack attend bathe beat bestow bite blow bless board bump cackle camp cheer chew clap comb confess cook cradle crush curse
deal defuse deny disarm disguise dress drown earn elude enchant entertain exit faint fasten fear fish flirt force free frown gamble greet guess
haggle hire hop identify injure insist instruct interrogate intimidate investigate jostle juggle kidnap know laugh leer level like loose loot love make
mend mourn need order overpower own paint panic pee persuade play plead polish prefer propose puke question quiet rage recite reckon recount relate rely repay
retire retort reward roll ruin sacrifice salute sample scold scout scrawl scrub seek shape share shield sneeze soak solve sound spar spare splash squat stash stir store
suspect swap swear teach tease teleport thrive toast torture train translate treat trek unload vow want warm wear weigh welcome whine wish worry wreck wring
die hurt depend exist occur require maintain resist inspire recommend distract undo encompass consist solidify evaporate withdraw illuminate absorb
retract subside congeal rotate stabilize detonate incinerate obey belie entail pertain restore strangle puncture parry wrench dislodge pry widen chuck
coast chug scoot utilize delve dislike represent involve imprison cascade jingle jangle resound screech seep shrivel protrude recede ooze glisten
drape jut adorn resume reduce untie unbuckle encourage ascertain borrow communicate manipulate affect transport withstand imitate recoup shimmy
scuttle tiptoe howl yelp whoop bust maneuver cleave cool improve intensify diminish flatten harden soften sharpen deepen darken brighten quicken
worsen heighten thin accompany advise afford amuse astonish await bar blur bruise catapult chime clutter coat confuse counter crave cup deploy devote
differ dine disperse dominate dot drain dry ease elicit enclose encase engulf entangle entice evolve exceed exert expose fascinate fashion feature
forge fray glint graze haul heat hesitate hook imply insult interrupt intersect intertwine invade jeer jump-start kindle latch litter loathe lurk
massage merge mimic mock obscure oblige obstruct offend oppose orbit oversee penetrate perk please preserve punish purr rearrange reassemble reassure
rebuild recollect reek refill reflect relay relent repel reside restrain revolve roast scald scorch shelter shepherd shroud signify simmer skewer
smother snuggle spiral sprinkle stem stew stoop straddle strew stutter submerge surpass sustain tangle tether thicken tousle tower trap unlatch
untangle uphold vary vault vouch wane whinny wilt wither wobble yearn zoom end live change care double click arc impact streak matter last act plan
count figure switch gain respect fit skip pet wink crest answer report control sign test race bolt support surprise rock motion post copy flash pin
cost rain value function position voice line layer border fuel trace thumb bowl claw fan bat cure project chop skirt tunnel jam sting boost favor
wedge smack aim save patrol tail crowd view weather mirror pool finger shoulder knee shadow frame cap flood dust thunder sweat cloud`);

const IRREGULAR_THIRD: Readonly<Record<string, string>> = {
  be: 'is',
  have: 'has',
  do: 'does',
  go: 'goes',
};

const BASES: ReadonlySet<string> = new Set([
  ...PLAIN,
  'say',
  'have',
  'do',
  'be',
  'think',
  'mean',
  'tend',
  'cry',
  'marry',
  'think',
]);

/** The third person singular of a verb: "watch" → "watches". */
function thirdPersonOf(base: string): string {
  const irregular = IRREGULAR_THIRD[base];
  if (irregular) return irregular;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`;
  if (/(?:s|x|z|ch|sh|o)$/.test(base)) return `${base}es`;
  return `${base}s`;
}

const THIRDS: ReadonlySet<string> = new Set([...BASES].map(thirdPersonOf));

/** Whether a word is a listed verb in the third person singular. */
export const isThird = (word: string): boolean => THIRDS.has(word);
