import { creditsPerHour } from '#contract/credits.ts';
import { graceDays } from '#contract/prices.ts';

export const termsTemplate = `
## Who offers this

Hearthscribe, at this address, is offered by {name}, {address}, {country}. Send questions and complaints to [{email}](mailto:{email}).

These terms are between you and this provider. By making an account you agree to them. If they change later, you are asked to agree again.

## What you get

Hearthscribe turns a recording or a transcript of a tabletop role-playing session into a transcript and session notes. There are two levels of detail, brief and comprehensive. You can read, edit, copy and delete what was made.

The notes are made by machines and can be wrong: a name may be misheard, a joke taken for an event, a plan for a deed. That is why each line shows the words it comes from. Check what matters before you rely on it. [AI philosophy](/ai) explains how the machines work.

## Your account

You need an account with an email address that you can read. Keep your password to yourself, and tell us at [{email}](mailto:{email}) if somebody else has it. One account is for one person. You must be old enough to agree to these terms under the law of the country you live in; otherwise a parent or guardian must agree for you.

After repeated wrong passwords, sign-in is locked for a quarter of an hour. Resetting the password by email unlocks it at once.

## The people at your table

A recording contains the voices of others. Record only with the consent of everyone who can be heard, before you begin, and stop if somebody withdraws it. In many countries recording people without their knowledge is an offense. You are responsible for having their consent, also for having the recording transcribed.

If one of them asks you to remove their voice, use “Erase a voice” in the session, or delete the session or replace its recording: each removes their audio from this server.

## Your content stays yours

Recordings, transcripts, notes and everything you write remain yours, or your table’s. You allow the provider to store and process them as far as that is needed to make your notes and show them to you, and for nothing else. They are not used to train models. The [privacy policy](/privacy) names the services, if any, that process them.

Do not upload anything that you have no right to, such as an episode of somebody else’s show that its makers did not release for this.

## What it costs

Uploading is free. An analysis costs credits by the length of the recording: ${creditsPerHour.brief} credits an hour for a brief one, ${creditsPerHour.comprehensive} for a comprehensive one, rounded up to whole credits for the exact length that the server measured. You see the exact price before you start. [Pricing](/pricing) shows what credits cost.

Credits are reserved when an analysis starts and charged when it is completed. An analysis that fails, or that you cancel before the notes are being written, costs nothing. It is charged once at most, however often it is retried after a failure.

Credits that you buy as you go never expire. Credits of a subscription are delivered monthly and expire one year after they were added. Upgrades apply at once, downgrades with the next cycle. A cancelled subscription lasts until the end of its period. Where the provider has not set up payments, credits cannot be bought.

Stripe takes the payments, on its own pages. Prices are in US dollars; the checkout shows any taxes before you pay. A subscription renews each month until you cancel it in the billing portal. If a payment fails, we write to you and the subscription goes on for ${graceDays} days; if it is still unpaid then, it ends. You keep the credits you have.

When a payment is refunded, or your bank takes it back, the credits that it bought are removed as far as they have not been used; a balance never falls below zero.

As a consumer you may have the right to withdraw from a purchase or to get your money back under the law of your country. These terms do not limit it. To use it, write to [{email}](mailto:{email}).

## Fair use

- Do not try to reach what belongs to others, or to get around limits or prices.
- Do not upload what is unlawful, or what was recorded in secret.
- Do not use the service to watch people, or to identify somebody by their voice.
- Do not resell access to your account.

## Availability and change

The service may be down for maintenance, which is announced on the page when it is planned. An analysis that is interrupted continues once the server is back. Features may change; a change does not take away what you have paid for.

## Ending it

You can stop at any time and delete sessions, campaigns and your account. The [privacy policy](/privacy#deletion) says what is deleted with them. Copy your notes first, because a deletion cannot be undone. Deleting the account ends a subscription at once and removes the credits that are left.

The provider may close an account that seriously or repeatedly breaks these terms, after a warning where that is reasonable, and says why.

## Liability

The provider is liable without limit for intent and gross negligence, for harm to life, body or health, and wherever the law does not allow a limit. Otherwise the provider is liable only for breaking a duty that is essential to these terms, and only for the damage that is typical and could be foreseen.

## Law and disputes

{law} applies. If you are a consumer, the mandatory rules of the country you live in protect you as well, and you may bring a case before its courts.

## Changes to these terms

If these terms change, everyone with an account is shown what has changed and is asked to agree before the new version binds them.
`;

export const privacyTemplate = `
## Who is responsible

{name}, {address}, {country}. For questions about your data write to [{email}](mailto:{email}).

## What is kept, and what for

### Your account

Your email address, whether you have confirmed it, your name where the sign-in gives one, when the account was made, and when you signed in. The sign-in that comes with the software keeps no password, only a value to check one against; of sign-in codes and codes sent by email it keeps hashes. It also counts wrong passwords for a short time, to stop guessing.

Also kept: your settings, which agreements you accepted in which version and when, and the feedback that you send, which only the provider reads. If you tick the box for it, the names of the last 50 steps that the page took go with it, such as “upload confirmed”, without any text of yours.

### Where you came from

When you sign in, the browser sends the page that linked here, the page you arrived at, campaign names and click numbers of that link, your browser’s own description, and the time; see the [cookie policy](/cookies). It helps us to learn which mentions of Hearthscribe people follow.

### Your campaigns

Campaigns, sessions, recordings, transcripts, analyses and notes, as you upload, write and edit them. They are used to make and show your notes, and for nothing else. A transcript names the speakers as the recording, the file or you name them.

If you share a page with your players: what they suggest there, with the time and the name that they give, if any. Only you see it until you accept it. It is deleted 30 days after you decided; comments that you show stay until you remove them. Of a page’s passphrase only a hash is kept.

### Your credits

Every credit given, reserved, charged and returned, with its time.

### Your payments

Where credits are sold: of each payment the amount, the currency, the time, what it bought and what was refunded; of a subscription its level, its dates and whether its payments came; and the numbers under which Stripe knows them and you. No card, no bank account and no postal address is kept here.

### Your country

Where the service is limited to some countries, the proxy in front of the server adds yours to each request. It decides whether you see a notice, and is not kept.

### Server logs

One line for each request: time, method, path, result, duration, a number of the request, and the number of the signed-in user. Network addresses, email addresses, tokens, queries and contents are not logged. To slow down guessing, the sign-in and the pages for players count requests by network address, in memory or under a keyed fingerprint of the address, for an hour at most. Logs and backups are deleted once they are no longer needed to run the service safely.

## The voices at your table

A recording contains the voices of people who have no account here. The person who uploads it is responsible for their consent. Voices are turned into words. To tell the people on one recording apart, the server measures how each voice sounds while it analyzes the recording. These measurements are biometric data: they serve this analysis alone and are deleted as soon as the voices are told apart. Only who speaks when is kept.

Unless you agreed to more: a game master can let a campaign remember the voices of those who said yes, to suggest who is speaking in its next recordings. Hearthscribe then stores the name of each person who agreed, when, and numbers that say how they sound, based on their consent. They are measured while a recording is analyzed, from earlier recordings of that campaign in which the game master said who is who. These numbers are used in that campaign alone. They are not shared, not sold and not part of any export. No voice is assigned to anyone until the game master confirms it. Nothing that says how anyone else sounds is stored; if the game master named the wrong person and corrects it, those numbers are deleted within an hour. You can withdraw your consent at any time: the game master deletes the numbers with “Forget voice”, with “Erase a voice”, or by deleting the campaign or the account. Backups have them until they are overwritten.

If your voice is in a recording that you did not agree to, ask the game master to delete it, or write to [{email}](mailto:{email}).

## Who else sees it

{services}

What each kind of service can see:

- **A speech service** gets the sound in pieces of a few minutes (silence is left out), the language, and names of the campaign, so that it spells them right. It gets no email address and no account number.
- **A notes service** gets the words of the transcript with the speakers’ names as they appear there, and what you wrote about the campaign: title, rules, setting, characters with who plays them, names, and your wishes. If you ask for a change to your notes, it gets what you ask and the notes of that session; your words are deleted here a day later at most. It gets no sound.
- **A sign-in service** (Amazon Cognito, or Google if you choose to sign in with it) gets your email address and takes your password.
- **An email service** gets your email address and the text of the emails that are sent to you. One about finished notes may quote what was said at the table.
- **Stripe**, where credits are sold, takes the payments on its own pages and under its own privacy policy. It gets your email address, the number of your account, what you buy, your browser’s description of itself and, where they exist, the mark of the partner who recommended Hearthscribe and the number by which a measuring service knows your browser. You give your card to Stripe alone: its number never reaches this server.
- **Discord, or an address of your own**, only if you add a webhook to a campaign: it gets the notes that you allow players to see, when you post them or let them be posted. The webhook’s address is stored encrypted.
- **Measuring and advertising services**, only after you have agreed; see the [cookie policy](/cookies).

Some of these services may process data outside {country}. Then the safeguards that the law asks for apply, such as the standard contractual clauses of the European Commission; write to [{email}](mailto:{email}) for a copy.

## No training

We do not use your recordings, transcripts and notes to train models. What a service named above does with what it receives is written in its own terms.

## How long

- A recording is deleted {audioDays}. One that was never analyzed stays until you delete its session or replace it.
- A recording that you replace is deleted once no analysis works on it.
- An upload that was never finished is deleted after {uploadDays}.
- Transcripts, analyses and notes stay until you delete their session, campaign or your account.
- Sign-ins end after 30 days.

## Deletion

Deleting a session deletes its recording, transcript, analyses and notes; deleting a campaign deletes all its sessions. Both happen at once. A file that a crash leaves behind is found and removed within two hours.

Deleting your account, after you have signed in once more, deletes all campaigns, your settings, your feedback and the account itself. Signing in, and the pages you shared, end at once; very long texts take some minutes to remove, and then we send a receipt to your email address. Three things stay. The records of credits keep amounts and times under a random number that no longer leads to you. And the number by which the sign-in knew you is remembered, so that an old sign-in cannot bring the account back. If you had used your free analysis, a keyed fingerprint of your email address is kept for a year, so that it is given once; the address cannot be read from it.

If you have paid, Stripe is asked to delete you as its customer, and asked again until it has; that ends a subscription. Payments stay in the records under the random number, and with Stripe for as long as the law requires.

What is deleted can’t be read by anyone from then on. Its traces in the files of the database are removed by a job soon after: within minutes if the database is the one inside Hearthscribe, otherwise when PostgreSQL uses the space again. In backups, deleted data remains until the backups are overwritten.

## What others can see

Nothing that you upload is public. Other users of this server see nothing of yours, and asking for the address of somebody else’s session answers as if it did not exist.

## Your rights

Under the law of many countries, including those of the European Union, you may ask what is kept about you, have it corrected, have it deleted, have its use restricted, object to it, and take it with you. You may withdraw a consent at any time. Write to [{email}](mailto:{email}).

We use your data to provide what you asked for under our [terms](/terms), to keep the service safe (our legitimate interest), to meet our legal duties for payments, and otherwise only with your consent. You may complain to the data protection authority of {country} or of the country you live in.

## How it is guarded

Every call is checked for who makes it, and every record belongs to one user. Sign-in tokens are valid for an hour and are checked on each call. The pages run no script from elsewhere as long as no measuring service is set up.

## Changes

If this policy changes, everyone with an account is shown what has changed.
`;

/** Without payments and operator. */
export const privateTermsText = `
This is a private installation of Hearthscribe. The person who runs this server offers it to people they know; they have published no terms of their own. Ask them what applies here.

You keep the rights to everything you upload and write. Record only with the consent of everyone who can be heard. Credits on this server cannot be bought with real money. The notes are made by machines and can be wrong, so check what matters.
`;

export const privatePrivacyText = `
This is a private installation of Hearthscribe. The person who runs this server is responsible for the data on it and can read all of it. Ask them how long they keep backups and whom they let in.

The server keeps your email address, your settings, and the campaigns, recordings, transcripts and notes that you add. It uses them to make and show your notes, and other users cannot see them. The [cookie policy](/cookies) lists what is kept in your browser.

A recording is deleted {audioDays}. You can delete sessions, campaigns and your account yourself at any time; what you delete is removed at once.

## Who else sees it

{services}
`;
