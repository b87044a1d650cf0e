import { describe, expect, it } from 'vitest';
import {
  addressed,
  closingIn,
  defines,
  excerptsOf,
  isDoneAtOnce,
  isEndOfEvening,
  isForTomorrow,
  isOfTheGame,
  isOver,
  lastWordsIn,
  narrationIn,
  passageIn,
  plannedIn,
  SAYS_WHAT,
  sayingWhoOrWhere,
  saysGone,
  settledIn,
} from '#server/world/said.ts';

describe('what is picked of a transcript for the next evening', () => {
  it.each([
    ['"Do what we ask, and you have my word that you will leave Oldmere unharmed."', true, true],
    ['Hobb says, "If you bring back the silver bell, I would pay forty gold for it."', true, true],
    ['"Your task is to find the silver bell and to bring it back."', true, true],
    ['"I would ask that you prove yourselves worthy of the ferry before you take it."', true, true],
    ['So the party has been hired by the ferryman to find the silver bell of Oldmere.', true, true],
    ['"We will meet you in the cellar under the mill tomorrow at sundown, all of you."', true, true],
    ['"If you find who took it, tell nobody, and bring the thief to me alive."', true, true],
    ['The ferryman looks up at you all. "I need your help. The bell must ring again."', true, true],
    ['"You would go down into the well, recover three of the old bells, and return to us."', true, true],
    ['"The ferry and I require you to prove your worth before you ring the bell."', true, true],
    ['"If you look for a ferry over to the mill, I could row you for some coin."', true, false],
    ['"Well, if we do go back to the mill, I could show you all of my bells."', true, false],
    ['"I require you to fill these out, or I lose my place at the mill of Oldmere."', true, false],
    ['"If you bring me the old bell, I would be happy to pay you up to forty gold."', true, false],
    ['"If you bring me the old bell, I would be happy to pay you up to 18,000 gold."', true, false],
    ['"I can promise you that our debt is collected, and that the ferry is yours."', true, false],
    ['I promise to do better with the ferry, and with the bell of the mill.', false, false],
    ['"And while she did not return to us, her task is the beginning of ours."', true, false],
    ['"You have my word and that of the ferryman."', true, false],
    ['That will not stand between you and me, my friend. You have my word.', false, false],
    ['"I need you to stand here for a second while I look for the ferry."', true, false],
    ['"Forty gold pieces for the lot, and that is with the discount."', true, false],
    ['If you come to the mill, I would give you more information about the bell.', true, false],
    ['We swear to bring them back to you before the bell rings.', false, true],
    ['We will bring them back to you before the bell rings.', false, false],
    ['It was not from a reliable source, I promise you.', false, false],
    ['We promise you that we bring it back if the ferry goes at all.', false, false],
    ['I promise you that it is a natural 20, look at the die!', false, false],
    ['This was the longest day of my life, I swear to all the gods.', false, false],
    ['I swear to guard the silver bell until you all come back from the gods.', false, true],
  ])(
    'finds what is asked for, offered or promised in “%s” (narrated: %s): %s',
    (line, isNarrated, isFound) => {
      expect(settledIn(line, isNarrated) !== null).toBe(isFound);
    },
  );

  it('shows it with the sentence before, and quotation marks that are closed', () => {
    const line =
      'Hobb nods. "The deal holds. If you bring back the bell, I would pay forty gold for it. Go now."';
    expect(settledIn(line, true)?.text).toBe(
      '"The deal holds. If you bring back the bell, I would pay forty gold for it. Go now."',
    );
  });

  it('finds what they do next, at a time or at a place that has a name', () => {
    const isNamed = (sentence: string) => sentence.includes('Oldmere');
    expect(plannedIn('Okay. Tomorrow morning we will ask the ferryman about the bell.', isNamed, false)).toBe(
      'Tomorrow morning we will ask the ferryman about the bell.',
    );
    expect(plannedIn('We should go back to Oldmere and look for it.', isNamed, false)).not.toBeNull();
    expect(plannedIn('We should go back to the mill and look for it.', isNamed, false)).toBeNull();
    expect(plannedIn('Should we go back to Oldmere and look for it?', isNamed, false)).toBeNull();
  });

  it('finds what comes at a time, of whomever, and no plan of somebody whom the game master speaks for', () => {
    const isNamed = (sentence: string) => sentence.includes('Oldmere');
    for (const line of [
      '"There is a feast of the millers in the upper town tomorrow night."',
      'In a day or two the tax collector is going to come by the mill again.',
    ])
      expect(plannedIn(line, isNamed, true), line).toBe(line);
    for (const line of [
      'He says, "We are going to find our old friend of Oldmere ourselves."',
      'The mill is about two days of travel to the north of the ferry.',
      'Within a day there were a lot of thieves here, and they took the bell.',
      'The feast of the millers might be tomorrow night in the upper town.',
      'The bell of the mill is not going to be mended by tomorrow, or ever.',
      'And it is a thing for the ferrymen of the upper town and for tomorrow.',
    ])
      expect(plannedIn(line, isNamed, true), line).toBeNull();
  });

  it('shows no narration that does not say by itself who or where', () => {
    const isClear = sayingWhoOrWhere(['Hobb', 'The Drowned Mill']);
    for (const line of [
      'Hobb spits on the floor of the mill and walks off.',
      'As he turns, the ferryman of Oldmere is behind him.',
      'You all make your way back to the ferry, and you sleep there.',
    ])
      expect(isClear(line), line).toBe(true);
    for (const line of [
      'He spits on the floor, and he turns around. "Hobb, come here."',
      'As you catch up, he looks over his shoulder at the noise.',
      'This bright light begins to burn up the whole body.',
    ])
      expect(isClear(line), line).toBe(false);
    expect(isClear('He turns around. "Hobb, come here."', true)).toBe(true);
  });

  it('takes the last words of a line, and a passage as it stands, without answers and rules', () => {
    const line = 'All right. You step into the mill. The bell falls. I need a check. It is dark. And then …';
    expect(lastWordsIn(line)).toBe('You step into the mill. The bell falls. It is dark.');
    expect(lastWordsIn(`${'The bell rings over the water. '.repeat(40)}You sleep.`).length).toBeLessThan(500);
    expect(passageIn('Yeah. As you ring it, the mill (boom) shakes under your feet.')).toBe(
      'As you ring it, the mill (boom) shakes under your feet.',
    );
    expect(passageIn('The mill is where we keep the bells of the whole town." He coughs.')).toBe(
      '"The mill is where we keep the bells of the whole town." He coughs.',
    );
    for (const said of [
      'I say for the purposes of this that you ring the bell of the mill.',
      'The second attack goes past you, and the bell rings over the water.',
      'Do you ring the bell of the mill, or do you wait for Hobb?',
    ])
      expect(passageIn(said), said).toBe('');
  });

  it('tells what a name is from what is only there', () => {
    for (const line of [
      'You come upon the Mill Road, which is the main road.',
      'That is known as the Spire.',
    ])
      expect(defines(line), line).toBe(true);
    expect(defines('The light crests over the hills and hits Castle Oldmere ahead of you.')).toBe(false);
  });

  it('knows who is dead', () => {
    const isDead = saysGone(['Hobb']);
    for (const line of [
      'He looks at the body of old Hobb at the wall.',
      'Hobb’s lifeless body falls over the bell.',
      'Hobb is dead, and so is the ferry.',
      'So we killed Hobb, and now?',
    ])
      expect(isDead(line), line).toBe(true);
    for (const line of ['Hobb looks at the body.', 'We could kill Hobb.', 'Hobb rings for the dead.'])
      expect(isDead(line), line).toBe(false);
  });

  it('knows that a night is over, and that what was asked for is handed over', () => {
    for (const line of ['You wake to the bell.', 'The next morning, the ferry is gone.', 'Dawn breaks.'])
      expect(isOver(line), line).toBe(true);
    for (const line of ['The bell rings.', 'Hobb says, "The next morning it was gone."'])
      expect(isOver(line), line).toBe(false);
    expect(isDoneAtOnce('Here is the bell. We hand it over.')).toBe(true);
    expect(isDoneAtOnce('We look for the bell.')).toBe(false);
  });

  it('takes of a line the sentences that say who or what a name is', () => {
    const worthOf = (line: string) => excerptsOf(['Hobb', 'Brother Hobb'])(line)?.worth ?? null;
    const line =
      'The hall is dark. You meet an old ferryman called Hobb, who has rung the bell for forty years. He coughs.';
    expect(excerptsOf(['Hobb'])(line)?.text).toBe(
      'You meet an old ferryman called Hobb, who has rung the bell for forty years. He coughs.',
    );
    expect(worthOf(line)).toBeGreaterThanOrEqual(SAYS_WHAT);
    expect(worthOf('Brother Hobb looks up and says, "Good morning to you all, travelers."')).toBeLessThan(
      SAYS_WHAT,
    );
    expect(worthOf('Was that Hobb or his brother who rang it over there?')).toBeLessThan(SAYS_WHAT);
    expect(worthOf('Roll initiative, Hobb is on the bridge above you and the others.')).toBeNull();
  });

  it('tells people from places, from things, from the party, and from whom the players play', () => {
    const excerptOf = excerptsOf(['Vesrah']);
    for (const line of [
      'The dwarf woman, Vesrah, leans forward over the counter of the mill.',
      'Vesrah is a member of the council of Oldmere.',
      'The man in front of you is Hobb, and behind him his sister Vesrah waits.',
    ])
      expect(excerptOf(line), line).toMatchObject({ worth: SAYS_WHAT, isThing: false });
    for (const line of [
      'You come over the wall of the castle Vesrah, which is the oldest of them.',
      'You see a sword with a name on its blade, which is named Vesrah.',
    ])
      expect(excerptOf(line), line).toMatchObject({ isThing: true });
    for (const line of [
      'The group of adventurers known as Vesrah made its way to the mill.',
      'At the end of the fight the guard Vesrah is dead, and so is the ferryman.',
      'So, throughout the week, the guard Vesrah, a few of those who exist here--',
    ])
      expect(excerptOf(line), line).toBeNull();
    const isAddressed = addressed(['Vesrah']);
    expect(isAddressed('All right. Vesrah, what are you doing?')).toBe(true);
    expect(isAddressed('Vesrah, the ferryman, nods at you.')).toBe(false);
  });

  it('ends where the game does, not with questions and farewells after it', () => {
    expect(isEndOfEvening('And that is where we are going to leave tonight’s session.')).toBe(true);
    expect(isEndOfEvening('That is where we’re going to go ahead and end the session for today.')).toBe(true);
    expect(isEndOfEvening('We’ll take a break of five minutes and pick up tonight’s game then.')).toBe(false);
    expect(closingIn('You go to sleep. On that note, we have to close because it is late.')).toBe(17);
    expect(closingIn('You rest. We have a couple of cool announcements to make.')).not.toBeNull();
    expect(narrationIn('You drink and tell stories until dawn comes. We had a winner, who is Hobb.')).toBe(
      'You drink and tell stories until dawn comes.',
    );
    expect(isForTomorrow('We’ll meet you here tomorrow.')).toBe(true);
    expect(isForTomorrow('We’ll meet you here in two weeks, not tomorrow.')).toBe(false);
  });

  it('narrates nothing that only would have been', () => {
    expect(narrationIn('She’d have fallen at once and come back as a drowned one in the end.')).toBe('');
    expect(narrationIn('The bell falls into the water, and the mill goes dark behind them.')).not.toBe('');
  });

  it('knows where the game master ends the evening, and leaves the farewell out', () => {
    const line = 'The gate falls shut behind you. And that is where we’ll end tonight’s game.';
    expect(line.slice(0, closingIn(line) ?? 0).trim()).toBe('The gate falls shut behind you.');
    expect(closingIn('She says, "We’ll stop here tonight, children."')).toBeNull();
    const quoted = 'She says, "I am the bell." And that’s where we’ll end tonight’s session.';
    expect(quoted.slice(0, closingIn(quoted) ?? 0).trim()).toBe('She says, "I am the bell."');
    expect(closingIn('You guys rush down the tunnel.')).toBeNull();
    expect(
      narrationIn(
        'No. (laughs) As you step in, the gate falls shut behind all of you. How many hit points have you?',
      ),
    ).toBe('As you step in, the gate falls shut behind all of you.');
    expect(isOfTheGame('Thank you guys, see you next week!')).toBe(false);
  });

  it.each([
    ['a long letter', `She reads, “${'we meet at the mill. '.repeat(5000)}”`],
    ['quotation marks that nothing closes', '“'.repeat(100_000)],
    ['conditions without an end', `“${'if you I will '.repeat(8000)}`],
    ['spaces', `And ${' '.repeat(100_000)} (laughter)`],
  ])('reads %s in no time', (_, line) => {
    const read = [
      closingIn,
      isEndOfEvening,
      isOver,
      isForTomorrow,
      narrationIn,
      addressed(['Hobb']),
      saysGone(['Hobb']),
      sayingWhoOrWhere(['Hobb']),
      lastWordsIn,
      passageIn,
    ];
    for (const each of read) each(line);
    settledIn(line, true);
    excerptsOf(['mill'])(line);
    plannedIn(line, () => true, false);
    expect(closingIn(line)).toBeNull();
  });
});
