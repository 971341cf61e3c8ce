import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../root.mjs'

const unit = readFileSync(join(root, 'deploy/claviger.service'), 'utf8')

const sections = text =>
  text.split('\n').reduce((all, line) => {
    const head = /^\[(\w+)\]$/.exec(line)?.[1]
    if (head) return { ...all, [head]: [] }
    if (line !== '' && !line.startsWith('#')) {
      const [name, ...value] = line.split('=')
      Object.values(all)
        .at(-1)
        .push([name, value.join('=')])
    }
    return all
  }, {})

/** Known systemd settings: systemd silently ignores a misspelled name. */
const known = {
  Unit: 'Description Documentation After Wants',
  Service: `Type User WorkingDirectory Environment ExecStart ExecReload KillMode TimeoutStopSec Restart RestartSec
    RestartPreventExitStatus StateDirectory StateDirectoryMode CacheDirectory UMask LimitNOFILE NoNewPrivileges CapabilityBoundingSet
    ProtectSystem ReadWritePaths ProtectHome PrivateTmp PrivateDevices ProtectKernelTunables ProtectKernelModules
    ProtectControlGroups RestrictAddressFamilies RestrictNamespaces LockPersonality SystemCallArchitectures`,
  Install: 'WantedBy',
}
const strange = text =>
  Object.entries(sections(text)).flatMap(([section, all]) =>
    all
      .filter(
        ([name, value]) => !known[section]?.split(/\s+/).includes(name) || (value === '' && !name.endsWith('Set')),
      )
      .map(([name]) => `${section}.${name}`),
  )

test('the unit has only known systemd settings, each in its section', () => {
  expect(strange(unit)).toEqual([])
  expect(strange(unit.replace('Restart=', 'Restrat='))).toEqual(['Service.Restrat'])
  expect(strange(unit.replace('[Install]', ''))).toEqual(['Service.WantedBy'])
})

test('the started file is in the release, in the folder that the first lines name', () => {
  const { Service } = sections(unit)
  const said = Object.fromEntries(Service)
  const home = said.WorkingDirectory
  expect(unit).toContain(`Put the release in ${home}`)
  const [node, ...words] = said.ExecStart.split(' ')
  for (const file of [node, words.at(-1)]) {
    expect(file.startsWith(`${home}/`), file).toBe(true)
    expect(existsSync(join(root, file.slice(home.length))), file).toBe(true)
  }
  for (const [, path] of unit.matchAll(/(?:ln -s|cp) (\S+)/g))
    expect(existsSync(join(root, path.replace(home, ''))), path).toBe(true)
})

// systemd checks that programs exist on the test machine
const verify = text => {
  const folder = mkdtempSync(join(tmpdir(), 'claviger-unit-'))
  const file = join(folder, 'claviger.service')
  writeFileSync(file, text.replace(/^(ExecStart=)\S+/m, `$1${process.execPath}`))
  const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return { said: stderr.split('\n').filter(line => line.includes('claviger.service')), status }
}
const isThere = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!isThere)('systemd reports no errors', () => {
  expect(verify(unit)).toEqual({ said: [], status: 0 })
  expect(verify(unit.replace('Restart=always', 'Restart=often')).said).toHaveLength(1)
})

test('the chart’s values and their schema name the same settings', () => {
  const chart = join(root, 'deploy/helm/claviger')
  const templates = readdirSync(join(chart, 'templates')).map(name =>
    readFileSync(join(chart, 'templates', name), 'utf8'),
  )
  const asked = new Set(
    templates.flatMap(text => [...text.matchAll(/\.Values\.(\w+)(?:\.(\w+))?/g)]).map(([one]) => one),
  )
  const { properties } = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8'))
  const unknown = [...asked].filter(one => {
    const [, , first, second] = one.split('.')
    const within = properties[first]?.properties
    return !properties[first] || (second !== undefined && within !== undefined && !within[second])
  })
  expect(unknown).toEqual([])
  // Helm itself reads `global`
  const given = Object.keys(properties).filter(name => name !== 'global')
  expect(given.filter(name => ![...asked].some(one => one.split('.')[2] === name))).toEqual([])
})
