import { mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, posix, win32 } from 'node:path'
import { isSea } from 'node:sea'

interface Entry {
  readonly path: string
  readonly text: string
  /** Command that starts the program now and at each sign-in; undefined if the next sign-in starts it. */
  readonly startNow: string | undefined
}

const quoted = (word: string) => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll(/["\\]/g, '\\$&')}"`)
const escaped = (word: string) =>
  word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const onLinux = (home: string, command: readonly string[]): Entry => ({
  path: posix.join(home, '.config/systemd/user/claviger-reader.service'),
  // A dollar or percent sign has a meaning in a unit, unless it is doubled
  text: `[Unit]
Description=Claviger card reader program

[Service]
ExecStart=${command.map(word => quoted(word).replaceAll('$', '$$$$').replaceAll('%', '%%')).join(' ')}
Restart=always
RestartSec=5

[Install]
WantedBy=default.target
`,
  startNow: 'systemctl --user enable --now claviger-reader',
})

const onMac = (home: string, command: readonly string[]): Entry => {
  const path = posix.join(home, 'Library/LaunchAgents/io.claviger.reader.plist')
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
  <dict>
    <key>Label</key>
    <string>io.claviger.reader</string>
    <key>ProgramArguments</key>
    <array>
${command.map(word => `      <string>${escaped(word)}</string>`).join('\n')}
    </array>
    <key>RunAtLoad</key>
    <true/>
    <key>KeepAlive</key>
    <true/>
  </dict>
</plist>
`
  return { path, text, startNow: `launchctl load ${quoted(path)}` }
}

const onWindows = (home: string, command: readonly string[]): Entry => ({
  path: win32.join(home, 'AppData\\Roaming\\Microsoft\\Windows\\Start Menu\\Programs\\Startup\\Claviger reader.cmd'),
  // A percent sign begins a variable in a command file, unless it is doubled
  text: `@start "Claviger reader" /min ${command.map(word => `"${word.replaceAll('"', '').replaceAll('%', '%%')}"`).join(' ')}\r\n`,
  startNow: undefined,
})

/** The file that starts a command at each sign-in of this user. */
export function autoStartEntry(platform: NodeJS.Platform, home: string, command: readonly string[]): Entry {
  if (platform === 'win32') return onWindows(home, command)
  return platform === 'darwin' ? onMac(home, command) : onLinux(home, command)
}

/** Starts this program with the same flags at each sign-in of this user; returns what to say about it. */
export async function startAutomatically(flags: readonly string[]): Promise<string> {
  const program = isSea() ? [process.execPath] : [process.execPath, process.argv[1] ?? '']
  const { path, text, startNow } = autoStartEntry(process.platform, homedir(), [...program, ...flags])
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text, { mode: 0o600 })
  return `Written: ${path}\n${startNow === undefined ? 'It starts at the next sign-in' : `Start it with: ${startNow}`}`
}
