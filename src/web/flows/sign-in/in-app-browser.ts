const apps: readonly (readonly [RegExp, string])[] = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bBarcelona \d/, 'Threads'],
  [/\bMessenger(ForiOS|LiteForiOS)?\b|\bOrca-Android\b/, 'Messenger'],
  [/\bFBA[NV]\/|\bFB_IAB\b|\bFBIOS\b/, 'Facebook'],
  [/musical_ly|BytedanceWebview|\bTikTok\b|\btrill_/i, 'TikTok'],
  [/\bLine\/\d/, 'LINE'],
  [/\bSnapchat\b/, 'Snapchat'],
  [/\[?Pinterest\/(iOS|Android)/, 'Pinterest'],
  [/\bLinkedInApp\b/, 'LinkedIn'],
  [/\bTwitter for (iPhone|iPad)\b|\bTwitterAndroid\b/, 'X'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bKAKAOTALK\b/i, 'KakaoTalk'],
  [/\bReddit\/(iOS|Android|\d)/, 'Reddit'],
];

/** R2.32. */
export const inAppBrowserOf = (userAgent: string): string | null =>
  apps.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
