const TEXT = `
Dana: Hey everyone, welcome back. Before we start, the sponsor of our podcast is a dice shop, and there is a giveaway on the website.
Priya: My dice arrived, they are lovely.
Dana: Last session we left off as the party had fled the burning mill of Oldmere. Miller Hobb was lost in the smoke, and Torvin found a brass key in the ashes. You carried the key to the Gray Heron Inn, and you slept badly. And that's where we left off.
Dana: The next morning, you wake in the common room of the Gray Heron Inn. Rain drums on the shutters, and the innkeeper, a broad woman named Sella Marsh, sets four bowls of porridge before you.
Marcus: I ask Sella whether anybody else came out of the mill last night.
Dana: Sella shakes her head. "Nobody came but you, and I would not show that key around if I were you."
Priya: I hide the brass key inside my boot before anyone else can see it.
Lena: What does the key open, do we know?
Dana: You turn it over in the gray light, and you see a small heron stamped into the bow, the same mark that hangs above the door of this inn.
Marcus: Torvin whistles. I would like to look for a door with the same mark.
Dana: Torvin, roll an investigation check for me.
Marcus: That is a seventeen plus four, so twenty-one.
Dana: Behind the wine barrels in the cellar you find a low iron door, and the heron upon it is green with age. The key turns without a sound.
Lena: I go first with my lantern held high, and I tell the others to stay close.
Dana: Beyond the door a stair winds down into the rock, and you come to a long hall of black water. A stone bridge crosses it, and on the far side stands the Drowned Chapel, which nobody in Oldmere has seen for a hundred years.
Priya: The Drowned Chapel! My grandmother told me stories about this place, and I always thought she made them up.
Dana: Wren, your grandmother's song comes back to you as you step onto the bridge.
Priya: I sing it quietly, because I am afraid, and because I promised her that I would never forget it.
Dana: As you sing, the water glows, and a figure in a wet cloak rises from it. "Who sings the song of the Marsh Wardens?" it asks.
Lena: Who is that? Is it a ghost?
Dana: The figure looks at Wren. "I am Abbot Corvane, and I kept this chapel when the river still ran above. I ask you to bring the silver bell back to its tower before the new moon, or the river will take Oldmere."
Marcus: We will bring the bell back, Abbot, but you have to tell us who stole it.
Dana: "A man with a burned hand," says Corvane, "who called himself Master Quill." Then the water closes over him and the light is gone.
Lena: Who is Master Quill, and why would anybody steal a bell?
Priya: (laughs)
Marcus: If he rings it at my wedding, I am keeping it. (laughter)
Dana: All right, let's take a quick break here, and we will be back in ten minutes.
Dana: Welcome back. The afternoon comes, and you make your way along the river road toward the ruined bell tower north of Oldmere.
Lena: I scout ahead between the willows, and I keep an eye out for the man with the burned hand.
Dana: Iseult, you see two men with crossbows at the foot of the tower, and they wear the red scarves of the Quill Company.
Lena: I whisper to the others that the Quill Company is waiting for us.
Marcus: The plan is that Wren makes them laugh while Iseult climbs up the back of the tower.
Dana: Everybody please roll initiative.
Priya: Nineteen for me.
Marcus: I got a four, of course.
Dana: The first man shoots at Torvin, and does a fifteen hit? That is seven points of damage.
Marcus: It hits, and I have eleven hit points left.
Dana: Wren, it is your turn, what is your action?
Priya: I cast a spell and tell him that his scarf looks like my grandmother's curtains, so that is a wisdom saving throw.
Dana: He fails the saving throw, and he drops his crossbow and falls to the ground, laughing until he weeps.
Lena: I attack the other one, does a twenty-two hit? Nine damage.
Dana: It hits. He staggers back against the wall, and he flees toward the river and leaves his scarf on a thorn.
Marcus: I take the scarf, and I tie it around my own neck.
Dana: Inside the tower you climb a hundred and twelve steps. At the top there is no bell, only a fresh rope and a letter with the seal of the Duke of Amberfall.
Lena: I break the seal and I read the letter aloud to everyone.
Dana: The letter says, "The bell goes to Amberfall on the morning barge. Burn the mill, and leave nobody who can tell of it."
Priya: So they burned the mill on purpose, and Miller Hobb knew about the bell.
Marcus: We are going to take the night road to Amberfall and be there before the barge.
Lena: I am sorry that I doubted your grandmother, Wren. She was the bravest of all of us.
Priya: Thank you, Iseult. That means a lot to me.
Dana: You leave the tower as the sun sets behind the hills, and far down the river the lamps of Amberfall begin to burn. A single bell rings somewhere out on the water, though no one can say where.
Lena: We still need to find out what happened to Miller Hobb.
Dana: And that's where we will end for tonight.
Marcus: Great game, thank you, Dana.
`;

export interface Turn {
  speaker: string;
  text: string;
}

export const smallSession: Turn[] = TEXT.trim()
  .split('\n')
  .map((line) => {
    const colon = line.indexOf(': ');
    return { speaker: line.slice(0, colon), text: line.slice(colon + 2) };
  });

const PLACES = [
  'Oldmere',
  'Amberfall',
  'Thornwick',
  'Castle Varrow',
  'the Sunken Market',
  'Harrow Bridge',
  'Lantern Street',
  'Mount Skarn',
];
const PEOPLE = [
  'Sella Marsh',
  'Abbot Corvane',
  'Master Quill',
  'Captain Orsolya',
  'Bertrand Voss',
  'Old Nettie',
  'Duke Ansgar',
  'Yrsa',
];
const THINGS = [
  'a silver bell',
  'an iron door',
  'a sealed letter',
  'two crossbows',
  'a green lantern',
  'the brass key',
  'a map of the river',
  'seven black candles',
];
const HEARD = [
  'laughing in the dark',
  'arguing about the toll',
  'weeping beside the well',
  'counting coins by candlelight',
  'singing an old song',
];

export function longSession(words: number, seed = 1): Turn[] {
  let state = seed;
  const random = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const one = (list: readonly string[]) => list[random(list.length)]!;
  const turns: Turn[] = [];
  let count = 0;
  for (let scene = 0; count < words; scene += 1) {
    const place = PLACES[scene % PLACES.length]!;
    const person = one(PEOPLE);
    for (let turn = 0; turn < 40 && count < words; turn += 1) {
      const text = [
        () =>
          `As you approach ${place}, you see ${one(THINGS)} beside the road, and ${person} is ${one(HEARD)}.`,
        () =>
          `${person} looks at you for a long while. "You should not have come to ${place} with ${one(THINGS)}."`,
        () => `I take ${one(THINGS)} and I follow ${person} toward ${one(PLACES)} without a word.`,
        () => `That is a ${random(20) + 1} plus ${random(8)}, does that hit?`,
        () => `Who is ${one(PEOPLE)}, and why did they leave ${one(THINGS)} in ${place}?`,
        () => 'Yeah, okay, I think that is a good idea.',
        () => `We are going to bring ${one(THINGS)} to ${one(PEOPLE)} before the night is over.`,
      ];
      const narrated = turn % 3 === 0;
      const chosen = narrated ? text[random(2)]!() : text[2 + random(5)]!();
      const speaker = narrated ? 'Dana' : ['Priya', 'Marcus', 'Lena'][random(3)]!;
      turns.push({ speaker, text: chosen });
      count += chosen.split(' ').length;
    }
  }
  return turns;
}
