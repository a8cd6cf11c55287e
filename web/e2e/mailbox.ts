// Mail server in the test process.
import net from 'node:net';
import { MAIL_PORTS, forThisWorker } from './hosts.ts';

const PORT = Number(forThisWorker(MAIL_PORTS));
const MAIL_TIMEOUT = 20_000;

export interface Mail {
  to: string[];
  subject: string;
  text: string;
}

/** The bytes of one part, as its transfer encoding has them. */
function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function headersOf(part: string): { headers: Map<string, string>; body: string } {
  const end = part.indexOf('\r\n\r\n');
  const lines = part
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { headers, body: part.slice(end + 4) };
}

/** The text of a mail: its own, or that of its first plain part however deep. */
function textOf(part: string): string | null {
  const { headers, body } = headersOf(part);
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary) {
    const parts = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
    for (const inner of parts) {
      const text = textOf(inner.replace(/^\r\n/, ''));
      if (text !== null) return text;
    }
    return null;
  }
  return type.toLowerCase().startsWith('text/plain')
    ? decode(body, (headers.get('content-transfer-encoding') ?? '').toLowerCase())
    : null;
}

const encodedWord = (text: string) =>
  text.replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
    decode(
      kind.toLowerCase() === 'b' ? word : word.replaceAll('_', ' '),
      kind.toLowerCase() === 'b' ? 'base64' : 'quoted-printable',
    ),
  );

export class Mailbox {
  private readonly mails: Mail[] = [];
  private constructor(private readonly server: net.Server) {}

  static async open(): Promise<Mailbox> {
    const server = net.createServer((socket) => box.serve(socket));
    const box = new Mailbox(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(PORT, '127.0.0.1', resolve);
    });
    return box;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private serve(socket: net.Socket): void {
    let buffer = '';
    let to: string[] = [];
    let inData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    socket.on('error', () => socket.destroy());
    socket.setEncoding('latin1');
    say('220 mailbox');
    socket.on('data', (chunk: string) => {
      buffer += chunk;
      for (;;) {
        const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = buffer.slice(0, end);
        buffer = buffer.slice(end + (inData ? 5 : 2));
        if (inData) {
          inData = false;
          const raw = Buffer.from(text.replaceAll('\r\n..', '\r\n.'), 'latin1').toString('utf8');
          this.mails.push({
            to,
            subject: encodedWord(headersOf(raw).headers.get('subject') ?? ''),
            text: textOf(raw) ?? '',
          });
          to = [];
          say('250 taken');
          continue;
        }
        const verb = text.slice(0, 4).toUpperCase();
        if (verb === 'RCPT') to.push((/<([^>]*)>/.exec(text)?.[1] ?? '').toLowerCase());
        if (verb === 'QUIT') {
          say('221 bye');
          socket.end();
        } else if (verb === 'DATA') {
          inData = true;
          say('354 go on');
        } else say(verb === 'EHLO' ? '250 8BITMIME' : '250 ok');
      }
    });
  }

  /** Takes the next matching mail of an address. */
  async next(address: string, fits: (mail: Mail) => boolean = () => true): Promise<Mail> {
    const until = Date.now() + MAIL_TIMEOUT;
    while (Date.now() < until) {
      const at = this.mails.findIndex(
        (mail) => mail.to.includes(address.toLowerCase()) && fits(mail),
      );
      if (at >= 0) return this.mails.splice(at, 1)[0] as Mail;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(
      `No mail to ${address} came within ${MAIL_TIMEOUT / 1000} s; there are: ` +
        `${this.mails.map((mail) => `${mail.to.join()} "${mail.subject}"`).join(', ') || 'none'}`,
    );
  }
}

export function linkIn(mail: Mail, page: 'reset' | 'activate'): string {
  const link = new RegExp(`https?://\\S+/auth/${page}#\\S+`).exec(mail.text)?.[0];
  if (!link) throw new Error(`No link to /auth/${page} in: ${mail.text}`);
  return link;
}
