import { protocols } from '../applications/application-settings.ts'
import type { Mapping } from '../applications/attribute-mapping.ts'
import type { Preset } from './preset.ts'

const headers: Mapping = [
  { name: 'Remote-User', source: 'userName' },
  { name: 'Remote-Email', source: 'email' },
  { name: 'Remote-Name', source: 'fullName' },
  { name: 'Remote-Groups', source: 'groups' },
]

const shared = {
  category: 'any',
  protocol: protocols.proxy,
  fields: ['address'],
  enter: [],
  mapping: headers,
  proxy: { hosts: ['{host}'] },
} as const satisfies Partial<Preset>

export const proxies: readonly Preset[] = [
  {
    key: 'bookmark',
    name: 'Bookmark (any address)',
    category: 'any',
    protocol: protocols.bookmark,
    docs: 'https://www.rfc-editor.org/rfc/rfc3986',
    fields: ['page'],
    where: '',
    enter: [],
    bookmark: { url: '{page}' },
  },
  {
    ...shared,
    key: 'nginx',
    name: 'Any application behind nginx',
    docs: 'https://nginx.org/en/docs/http/ngx_http_auth_request_module.html',
    where: 'nginx.conf',
    file: {
      name: 'nginx.conf',
      text: `# In the server of {host}
location / {
  auth_request /.claviger/verify;
  auth_request_set $claviger_user $upstream_http_remote_user;
  auth_request_set $claviger_email $upstream_http_remote_email;
  auth_request_set $claviger_name $upstream_http_remote_name;
  auth_request_set $claviger_groups $upstream_http_remote_groups;
  auth_request_set $claviger_assertion $upstream_http_x_claviger_assertion;
  proxy_set_header Remote-User $claviger_user;
  proxy_set_header Remote-Email $claviger_email;
  proxy_set_header Remote-Name $claviger_name;
  proxy_set_header Remote-Groups $claviger_groups;
  proxy_set_header X-Claviger-Assertion $claviger_assertion;
  error_page 401 = @claviger;
  proxy_pass http://127.0.0.1:8000;  # the application
}
location @claviger {
  return 302 /.claviger/start?to=$request_uri;
}
location = /.claviger/verify {
  internal;
  proxy_pass {forwardUrl}/verify;
  proxy_pass_request_body off;
  proxy_set_header Content-Length "";
  proxy_set_header X-Forwarded-Host $http_host;
  proxy_ssl_server_name on;
}
location = /.claviger/start {
  proxy_pass {forwardUrl}/start;
  proxy_set_header X-Forwarded-Host $http_host;
  proxy_ssl_server_name on;
}
location = /.claviger/callback {
  proxy_pass {forwardUrl}/callback;
  proxy_set_header X-Forwarded-Host $http_host;
  proxy_ssl_server_name on;
}
location = /.claviger/sign-out {
  proxy_pass {forwardUrl}/sign-out;
  proxy_set_header X-Forwarded-Host $http_host;
  proxy_ssl_server_name on;
}`,
    },
  },
  {
    ...shared,
    key: 'traefik',
    name: 'Any application behind Traefik',
    docs: 'https://doc.traefik.io/traefik/middlewares/http/forwardauth/',
    where: 'claviger.yaml',
    file: {
      name: 'claviger.yaml',
      text: `http:
  middlewares:
    claviger:
      forwardAuth:
        address: "{forwardUrl}/check"
        authResponseHeaders:
          [Remote-User, Remote-Email, Remote-Name, Remote-Groups, X-Claviger-Assertion]
    claviger-path:
      replacePathRegex:
        regex: "^/\\\\.claviger/(start|callback|sign-out)$"
        replacement: "{forwardPath}/$1"
  routers:
    app:
      rule: "Host(\`{host}\`)"
      middlewares: [claviger]
      service: app
    claviger:
      rule: "Host(\`{host}\`) && PathPrefix(\`/.claviger/\`)"
      middlewares: [claviger-path]
      service: claviger
  services:
    app:
      loadBalancer:
        servers: [{ url: "http://127.0.0.1:8000" }]
    claviger:
      loadBalancer:
        passHostHeader: false
        servers: [{ url: "{origin}" }]`,
    },
  },
  {
    ...shared,
    key: 'caddy',
    name: 'Any application behind Caddy',
    docs: 'https://caddyserver.com/docs/caddyfile/directives/forward_auth',
    where: 'Caddyfile',
    file: {
      name: 'Caddyfile',
      text: `{host} {
  @claviger path /.claviger/start /.claviger/callback /.claviger/sign-out
  handle @claviger {
    uri strip_prefix /.claviger
    rewrite * {forwardPath}{uri}
    reverse_proxy {origin} {
      header_up Host {ourHost}
    }
  }
  handle {
    forward_auth {origin} {
      uri {forwardPath}/check
      header_up Host {ourHost}
      copy_headers Remote-User Remote-Email Remote-Name Remote-Groups X-Claviger-Assertion
    }
    reverse_proxy 127.0.0.1:8000
  }
}`,
    },
  },
]
