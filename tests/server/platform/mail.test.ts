import { createServer, type Server, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { composeLetter } from '#server/platform/mail/letter.ts';
import { createSmtpMail } from '#server/platform/mail/smtp.ts';

async function openSmtpServer(answers: { afterData?: string } = {}) {
  const heard: string[] = [];
  const server: Server = createServer((socket: Socket) => {
    let inData = false;
    let rest = '';
    socket.write('220 test\r\n');
    socket.on('data', (bytes) => {
      rest += bytes.toString('utf8');
      const lines = rest.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        heard.push(line);
        if (inData) {
          if (line !== '.') continue;
          inData = false;
          socket.write(`${answers.afterData ?? '250 taken'}\r\n`);
        } else if (line === 'DATA') {
          inData = true;
          socket.write('354 go on\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 test\r\n');
      }
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address!.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    heard,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const from = 'Hearthscribe <notes@example.org>';

describe('mail', () => {
  it('says the same as text and as HTML, and escapes markup in its input', async () => {
    const letter = await composeLetter({
      to: 'mira@example.org',
      subject: 'A <b>code</b>',
      before: ['Enter this & go on:'],
      code: '123456',
      after: ['<script>alert(1)</script>'],
    });
    expect(letter.text).toBe('Enter this & go on:\n\n123456\n\n<script>alert(1)</script>\n');
    expect(letter.html).toContain('Enter this &amp; go on:');
    expect(letter.html).toContain('>123456<');
    expect(letter.html).not.toContain('<script>');
    expect(letter.html).not.toContain('<b>');
  });

  it('has dark colors of its own, and says those by day at each element for mail programs that read no style sheet', async () => {
    const { html = '' } = await composeLetter({
      to: 'mira@example.org',
      subject: 'Notes',
      before: ['They are ready.'],
      code: '123456',
      link: { words: 'Open', href: 'https://example.org' },
    });
    const [sheet = '', dark = ''] =
      /<style>[\s\S]*@media \(prefers-color-scheme:dark\)\{([\s\S]*)\}<\/style>/u.exec(html) ?? [];
    expect(sheet).toContain('color-scheme:light dark');
    for (const colored of ['body{', '.sheet{', 'a,.code{']) expect(dark).toContain(colored);
    // A style of an element is stronger than a sheet.
    expect(dark.match(/#[0-9a-f]{6}/gu)?.length).toBe(dark.match(/#[0-9a-f]{6}!important/gu)?.length);
    const plain = html.replace(sheet, '');
    expect(plain).toMatch(/<body style="[^"]*background:#[0-9a-f]{6};color:#[0-9a-f]{6}/u);
    expect(plain).toMatch(/<a href="https:\/\/example.org" style="color:#[0-9a-f]{6}"/u);
  });

  it('is sent to the server of SMTP_URL, with both parts', async () => {
    const smtp = await openSmtpServer();
    const mail = createSmtpMail({ url: smtp.url, from });
    await mail.send(await composeLetter({ to: 'mira@example.org', subject: 'Grüße', before: ['Hello.'] }));
    await smtp.close();
    expect(smtp.heard).toContain('MAIL FROM:<notes@example.org>');
    expect(smtp.heard).toContain('RCPT TO:<mira@example.org>');
    const text = smtp.heard.join('\n');
    expect(text).toContain('Content-Type: text/plain');
    expect(text).toContain('Content-Type: text/html');
    expect(text).toContain('From: Hearthscribe <notes@example.org>');
  });

  it.each([
    ['a line break', 'mira@example.org\r\nBcc: eve@example.org'],
    ['a second address', 'mira@example.org,eve@example.org'],
    ['a name around another', 'mira@example.org <eve@example.org>'],
  ])('rejects %s in the recipient’s address', async (_, to) => {
    const smtp = await openSmtpServer();
    const mail = createSmtpMail({ url: smtp.url, from });
    await expect(mail.send({ to, subject: 'x', text: 'x' })).rejects.toThrow('one recipient');
    await smtp.close();
    expect(smtp.heard).toEqual([]);
  });

  it('a line break in a subject starts no other header', async () => {
    const smtp = await openSmtpServer();
    const mail = createSmtpMail({ url: smtp.url, from });
    await mail.send({ to: 'mira@example.org', subject: 'x\r\nBcc: eve@example.org', text: 'x' });
    await smtp.close();
    expect(smtp.heard.filter((line) => /^(bcc|RCPT TO:.*eve)/i.test(line))).toEqual([]);
  });

  it('rejects if the server refuses or is unreachable', async () => {
    const smtp = await openSmtpServer({ afterData: '554 nobody like <mira@example.org> here' });
    const mail = createSmtpMail({ url: smtp.url, from });
    const send = () => mail.send({ to: 'mira@example.org', subject: 'x', text: 'x' });
    await expect(send()).rejects.toThrow(/^The mail server rejected the email \(EMESSAGE 554\)\.$/);
    await smtp.close();
    await expect(send()).rejects.toThrow('ESOCKET');
  });
});
