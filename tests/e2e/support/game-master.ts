import { expect, type Locator, type Page } from '@playwright/test';
import { type Credentials, makeUser, type UserNeeds } from './made-user.ts';

let count = 0;

export function newCredentials(name = 'game-master'): Credentials {
  count += 1;
  return {
    email: `${name}-${process.pid}-${Date.now()}-${count}@example.org`,
    password: 'a lamp-lit table 7',
  };
}

export class GameMaster {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Makes calls. Without `needs`, the user has accepted the agreements and verified the address. */
  async signUp(credentials: Credentials, needs: UserNeeds = {}): Promise<void> {
    const { page } = this;
    const { origin } = new URL((await page.request.get('/status')).url());
    const stored = await makeUser(origin, credentials, needs);
    await page.addInitScript((entries) => {
      if (sessionStorage.getItem('test.was-signed-in') !== null) return;
      sessionStorage.setItem('test.was-signed-in', 'true');
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, stored);
    await page.goto('/campaign');
    await expect(page.getByRole('heading', { level: 1, name: 'Start your first campaign' })).toBeVisible();
  }

  async signIn(credentials: Credentials): Promise<void> {
    const { page } = this;
    await page.goto('/');
    await page.getByRole('button', { name: 'Join / Login' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill(credentials.email);
    await dialog.getByLabel('Password', { exact: true }).fill(credentials.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/campaign$/);
  }

  async createCampaign(title: string): Promise<void> {
    const { page } = this;
    await page.getByLabel('Title').fill(title);
    await page.getByRole('button', { name: 'Create campaign' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }

  async createSession(): Promise<void> {
    const { page } = this;
    await page.getByRole('main').getByRole('button', { name: 'New session' }).click();
    await expect(page).toHaveURL(/sessionId=/);
    await expect(this.dropZone).toBeAttached();
  }

  async choose(menu: string, item: string): Promise<void> {
    await this.page.getByRole('button', { name: menu }).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  get dropZone(): Locator {
    return this.page.getByLabel('Recording or transcript');
  }

  async chooseFile(file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.dropZone.setInputFiles(file);
  }

  async analyzeRecording(file: string): Promise<void> {
    await this.chooseFile(file);
    await this.page.getByRole('button', { name: 'Upload for free' }).click();
    await this.startAnalysis('Comprehensive');
  }

  async startAnalysis(level: 'Brief' | 'Comprehensive'): Promise<void> {
    const { page } = this;
    await page.getByRole('radio', { name: new RegExp(`^${level}`) }).check();
    const before = new URL(page.url()).searchParams.get('analysisId');
    await page.getByRole('button', { name: /^(Start analysis|Analyze again for)/ }).click();
    await expect(page).toHaveURL(({ searchParams }) => {
      const opened = searchParams.get('analysisId');
      return opened !== null && opened !== before;
    });
  }

  /** The first one of a session's notes. */
  async writeSection(title: string, text: string): Promise<void> {
    const { page } = this;
    await page.getByRole('button', { name: 'Write a section' }).click();
    await page.getByLabel('Section title').fill(title);
    await page.getByLabel('Text', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Done' }).click();
  }

  get player(): Locator {
    return this.page.getByRole('region', { name: 'Player' });
  }

  /** However long the page says that the sound is being prepared: on a busy computer that takes a while. */
  async untilHeard(): Promise<void> {
    await expect(this.player).toBeVisible();
    await this.player
      .getByText(/^(Loading the audio|Preparing the audio)/)
      .waitFor({ state: 'hidden', timeout: 0 });
    await expect(this.player.getByRole('button', { name: 'Pause' })).toBeVisible();
  }

  get evidence(): Locator {
    return this.panel('Notes').getByRole('button', { name: /^Show in the transcript/ });
  }

  tab(name: 'Notes' | 'Evening' | 'Transcript'): Locator {
    return this.page.getByRole('tab', { name });
  }

  panel(name: 'Notes' | 'Evening' | 'Transcript'): Locator {
    const panel = this.page.getByRole('tabpanel', { name });
    return name === 'Transcript' ? panel.or(this.page.getByRole('complementary', { name })) : panel;
  }
}
