import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const runtimeFile = /^rolldown-runtime-([\w-]+)\.js$/
const aheadFile = /^ahead-([\w-]+)\.js$/

/**
 * Merges the bundler's small runtime into the file that the browser runs first. On its own it would be another file
 * for which all others wait. The merged file's name hashes both, so that it is never cached too long.
 */
export function joinRuntime(): Plugin {
  let folder = 'dist'
  return {
    name: 'join-runtime',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    writeBundle(_options, bundle) {
      const assets = join(folder, 'assets')
      const made = new Set(Object.keys(bundle).map(name => name.replace('assets/', '')))
      const names = readdirSync(assets).filter(name => made.has(name))
      const runtime = names.find(name => runtimeFile.test(name))
      const ahead = names.find(name => aheadFile.test(name))
      if (runtime === undefined || ahead === undefined) return
      const joined = ahead.replace('.js', `-${runtimeFile.exec(runtime)?.[1] ?? ''}.js`)
      const texts = [
        ...names.map(name => join(assets, name)),
        join(folder, '.vite/screens.json'),
        ...readdirSync(folder).map(name => join(folder, name)),
      ].filter(path => /\.(?:js|json|html)$/.test(path) && existsSync(path))
      for (const path of texts) {
        const text = readFileSync(path, 'utf8')
        const named = path.endsWith('.html')
          ? text.replace(new RegExp(`.*<(?:script|link)[^>]*${runtime}.*\n`), '')
          : text
        const moved = taken(named).replaceAll(runtime, joined).replaceAll(ahead, joined)
        if (moved !== text) writeFileSync(path, moved)
      }
      const body = wrapped(readFileSync(join(assets, runtime), 'utf8'))
      writeFileSync(join(assets, joined), body + readFileSync(join(assets, ahead), 'utf8'))
      for (const name of [runtime, ahead]) rmSync(join(assets, name))
    },
  }
}

const own = (name: string) => `__${name}`

/** The runtime's exports, renamed so that they don't collide with names in the other file. */
const taken = (text: string): string =>
  text.replace(/import\{([^}]*)\}from"\.\/(rolldown-runtime-[\w-]+\.js)"/, (_all, list: string, from: string) => {
    const names = list.split(',').map(one => {
      const [name = '', as = name] = one.split(' as ')
      return `${own(name)} as ${as}`
    })
    return `import{${names.join(',')}}from"./${from}"`
  })

function wrapped(text: string): string {
  const [, body = '', list = ''] = /^([\s\S]*)export\{([^}]*)\};?\s*$/.exec(text) ?? []
  const pairs = list.split(',').map(one => one.split(' as '))
  if (body === '' || pairs.some(pair => pair.length !== 2)) throw new Error('The lines of the bundler look different')
  const names = pairs.map(([, as = '']) => `${as}:${own(as)}`)
  const values = pairs.map(([name = '', as = '']) => `${as}:${name}`)
  const exported = pairs.map(([, as = '']) => own(as))
  return `const{${names.join(',')}}=(()=>{${body}return{${values.join(',')}}})();export{${exported.join(',')}};`
}
