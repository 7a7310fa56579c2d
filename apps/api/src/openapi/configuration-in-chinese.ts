/** The sections of `.env.example`. */
export const CHINESE_SECTIONS: Readonly<Record<string, string>> = {
  Process: '进程',
  HTTP: 'HTTP',
  Database: '数据库',
  Queue: '队列',
  Messages: '邮件和短信',
  Files: '文件',
  'Metrics and traces': '指标和链路追踪',
  Keys: '密钥',
  'First administrator': '第一位管理员',
};

/** What `.env.example` says of variables, by the first of those that it says it of. A suite holds the table complete. */
export const CHINESE: Readonly<Record<string, string>> = {
  NODE_ENV:
    '在 production 中不会自动生成任何内容，也没有不安全的默认值：必须设置 DATABASE_URL、JWT_PRIVATE_KEYS、SECRET_KEYS、' +
    'PUBLIC_BASE_URL、SMTP_URL，以及 log 以外的 SMS_DRIVER。',
  LOG_LEVEL: '日志级别。info 级别下每个请求输出一行 JSON。',
  BUILD_COMMIT: '构建程序所用的提交，供 GET /admin-api/v1/runtime 显示。构建镜像时设置（--build-arg）。',
  RUN_WORKER: '在 api 进程中运行发件箱中继及其处理程序。默认：没有 REDIS_URL 时为 true，有时为 false。',
  RUN_MIGRATIONS: '启动时执行迁移并写入初始数据。默认 true，production 中为 false（使用 `npm run migrate`）。',
  STARTUP_WAIT_SECONDS:
    '数据库不可用、尚未启动或没有响应时，启动过程等待的秒数，之后以退出码 1 放弃。迁移等耗时工作的时间不计入。',
  SHUTDOWN_DRAIN_SECONDS:
    '收到 SIGTERM 之后：已标记为未就绪的进程继续服务的秒数（production 默认 5，其他环境为 0），以及无论如何都会结束的秒数。',
  DATA_DIR: '存放内嵌的 PostgreSQL、自动生成的密钥，以及 STORAGE_DRIVER=local 时的文件。除此之外不写入任何位置。',
  HOST: '监听的地址和端口；容器镜像中地址为 0.0.0.0。',
  PUBLIC_BASE_URL:
    '客户端访问本服务的 URL：令牌的签发者，链接的前缀。默认 `http://localhost:<PORT>`。production 中必须是 https。',
  CONSOLE_ENABLED: '在 /console/ 提供管理员使用的 Web 控制台。',
  ADMIN_BASE_URL:
    '管理员控制台的 URL：邮件中的链接指向其下的 invite 和 reset-password。默认 `<PUBLIC_BASE_URL>/console`；CONSOLE_ENABLED=false ' +
    '时为 PUBLIC_BASE_URL 本身，由 api 以普通页面提供这两者，不支持脚本的浏览器也能使用；设为其他 URL 时则不提供。production 中必须是 https。',
  ALLOW_INSECURE_BASE_URL: '在 production 中也允许以上两者使用 http：令牌和链接将不加密传输。',
  TRUST_PROXY:
    '信任哪些代理的 X-Forwarded-For：跳数、`loopback`，或地址和 CIDR。默认不信任任何代理。production 中最多 10 跳，' +
    '且不能是几乎包含所有人的网络。',
  CORS_ORIGINS: '允许调用 api 的浏览器来源，例如 `https://app.example.com`，以逗号分隔。默认没有。',
  SWAGGER_ENABLED: '在 /docs 提供 Swagger UI、OpenAPI 文档和使用指南。默认 true，production 中为 false。',
  RATE_LIMIT_ENABLED: '按地址和会话的粗略限流。登录、验证码和文本预览的限制始终开启。',
  DATABASE_URL:
    'api 登录数据库的角色：不是超级用户，没有 BYPASSRLS，不拥有任何对象，是 appkernel_app 的成员。未设置时在 DATA_DIR 下启动自带的 ' +
    'PostgreSQL（production 中不会）。例如 `postgres://appkernel:password@localhost:5432/appkernel`。',
  DATABASE_MIGRATION_URL: '数据表的所有者，用于迁移。默认为 DATABASE_URL。',
  DATABASE_LISTEN_URL: 'DATABASE_URL 经过事务模式的连接池时，用于 LISTEN 和咨询锁的直接连接。默认为 DATABASE_URL。',
  DATABASE_REPLICA_URL:
    '流复制的副本，用于管理员的大量读取：会员、审计日志等列表，统计、导出和搜索。落后超过五秒，或缺少该租户管理员所写内容的副本不会被读取，' +
    '由主库回答。角色与 DATABASE_URL 相同。默认没有。',
  DATABASE_POOL_SIZE: '每个进程的连接数。',
  DATABASE_ACQUIRE_TIMEOUT_MS: '请求等待空闲连接的毫秒数，超过后返回 503。',
  DATABASE_QUERY_TIMEOUT_MS:
    'api 等待一条语句返回的毫秒数，超过后断开连接并返回 503。数据库本身会在 5 秒后终止 api 的语句；此设置针对没有响应或无法访问的数据库。',
  DATABASE_MIGRATION_QUERY_TIMEOUT_MS: '迁移语句的同类设置，例如为大表建立索引：一小时。',
  DATABASE_PREPARED_STATEMENTS:
    '连接池不保留预备语句时设为 false（1.21 之前的 PgBouncer，或 max_prepared_statements=0）。',
  REDIS_URL:
    '发件箱的队列，以及所有进程共享的限流。未设置时两者都在进程内工作。可为：`redis://user:password@host:6379/0`；' +
    '`redis-sentinel://user:password@host:26379,host:26379,host:26379/0#主节点的名称`（哨兵另有密码时，在 # 之前加 ' +
    '`?sentinel_username=…&sentinel_password=…`）；`redis-cluster://user:password@host:6379,host:6379`。使用 TLS：`rediss://`、' +
    '`rediss-sentinel://`、`rediss-cluster://`。密码中的 @、/、? 和 # 写作 %40、%2F、%3F 和 %23。',
  SMTP_URL:
    '`smtp://user:password@mail.example.com:587` 或 `smtps://…`。未设置时邮件留在开发发件箱中：GET /internal/v1/dev/outbox' +
    '（仅限开发环境，且仅限本机）。',
  MAIL_FROM:
    '发件人。默认 `AppKernel <no-reply@PUBLIC_BASE_URL 的主机>`。发给应用会员的邮件以应用的名称，或管理员设置的其他名称作为发件人名称。',
  MAIL_FROM_DOMAINS:
    '应用可以用来代替 MAIL_FROM 域名的发件地址域名，以逗号分隔；子域名也要列出。默认为 MAIL_FROM 的域名。邮件服务器必须获准以每个域名发送' +
    '（SPF、DKIM、DMARC）。每个租户的管理员都可以选用这些域名下的任何地址。',
  SMS_DRIVER: '短信的发送方式：log（写入开发发件箱；production 中不可用）、http、twilio 或 aliyun。',
  SMS_HTTP_URL:
    'SMS_DRIVER=http 时，消息以 JSON { to, template, locale, params, idempotency_key } 发送到此地址，请求头为 X-Signature: ' +
    'sha256=（以密钥对正文计算的 HMAC-SHA-256，十六进制；密钥至少 16 个字符）。任何 2xx 都表示已接受。模板：otp（参数 code、minutes、' +
    'app_name）和 security_notice（参数 event，例如 password_changed；change，即其文字说明；app_name），后者把账号的变更通知给没有邮箱的会员。',
  SMS_TWILIO_ACCOUNT_SID: 'SMS_DRIVER=twilio 时：账号、令牌和发送方，即 E.164 号码、消息服务（MG...）或发送方 ID。',
  SMS_ALIYUN_ACCESS_KEY_ID:
    'SMS_DRIVER=aliyun 时：访问密钥、已登记的签名和模板，以及该模板含有 code、minutes、app_name 中的哪些变量。',
  SMS_ALIYUN_NOTICE_TEMPLATE_CODE:
    '把账号的变更通知给没有邮箱的会员所用的模板，以及它含有 change（文字说明）和 app_name 中的哪些变量。没有模板则不通知。',
  STORAGE_DRIVER: '上传的文件存放在哪里：local（DATA_DIR/files 之下，多个进程必须共享）或 s3。',
  S3_ENDPOINT:
    'STORAGE_DRIVER=s3 时：任何兼容的端点，例如 `http://minio:9000`。未设置时使用该区域的 AWS 端点。存储桶必须已经存在；应以生命周期规则' +
    '中止一天内未完成的分段上传。',
  S3_FORCE_PATH_STYLE: '在路径而不是主机名中写出存储桶。默认：设置了 S3_ENDPOINT 时为 true，否则为 false。',
  CLAMAV_URL:
    '`tcp://clamav:3310`，在每个上传的文件中查找恶意软件的 clamd。未设置时只做内置的检查。它的 StreamMaxLength、MaxFileSize 和 ' +
    'MaxScanSize 不得低于下列上限，并且必须开启 AlertExceedsMax，否则它会把跳过的文件报告为干净。',
  FILE_IMAGE_MAX_BYTES: '图片、安装包和附件的最大字节数，以及图片和头像的最大像素数（百万）。',
  PUSH_FCM_URL:
    '推送服务商的地址：用于测试，或用于您自己设置在服务商与本服务之间的代理。production 中只能是 https。没有 PUSH_APNS_URL 时，按每个应用密钥的' +
    '环境使用 Apple 的两个服务器。',
  OUTGOING_ALLOWED_ADDRESSES:
    '用于测试和开发：管理员填写的 URL（推送网关）可以指向的非公网地址和 CIDR，以逗号分隔。production 中不接受，那里这些 URL 也必须是 https。',
  WEBHOOK_ALLOWED_CIDRS:
    'Webhook 端点还可以使用的内部地址和 CIDR，以逗号分隔：用于内网，production 中也可用。每个租户的管理员都能访问这里列出的地址。production ' +
    '中不得包含 loopback、链路本地或云平台元数据地址，也不得包含大于 /8（IPv6 为 /32）的网络。',
  METRICS_ENABLED: '在单独的端口上以 Prometheus 格式提供 /metrics，api 和 worker 都有：不要让客户端访问。',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    '通过 HTTP 接收 OTLP 的 OpenTelemetry 收集器的基础 URL，例如 `http://localhost:4318`。未设置时不产生链路数据。其中有名称、ID 和不含值的' +
    '语句：没有地址，没有 URL 的查询部分，没有个人数据。',
  OTEL_EXPORTER_OTLP_HEADERS: '发给收集器的请求头，形如 name=value，以逗号分隔，值使用百分号编码。',
  OTEL_SERVICE_NAME: '默认为 appkernel-api 和 appkernel-worker。',
  OTEL_TRACES_SAMPLER_ARG: '追踪的请求和后台消息的比例：0 到 1。',
  JWT_PRIVATE_KEYS:
    '在开发环境中，这两种密钥在第一次启动时生成，保存在 DATA_DIR/keys.json。\n\n含有 P-256 私钥的 JWK 集，或存有它的文件的路径。第一个用于签发' +
    '访问令牌，全部用于验证。',
  SECRET_KEYS:
    '以逗号分隔的 id:base64，最新的在前，每个至少 32 字节。胡椒值、哈希和加密都由它派生。production 中必须是随机的，占位内容会被拒绝。' +
    '生成：`echo "k1:$(openssl rand -base64 32)"`。',
  PASSWORD_BCRYPT_COST: 'bcrypt 的成本；production 中至少为 10。',
  RICH_TEXT_TIME_LIMIT_MS: '把页面一种语言的文本渲染为 HTML 的处理器时间上限（毫秒）。超过时保存和发布返回 422。',
  FAN_OUT_BATCH_SIZE: '群发或撤回的每一步处理的会员数。步子越小，留给其他工作的数据库能力越多，总时间越长。',
  BOOTSTRAP_ADMIN_EMAIL:
    '由第一次初始化创建。开发环境默认 admin@example.com。没有在此设置密码时，每次启动都会打印一个新密码，直到有人登录过。production 中两者必须' +
    '同时设置或都不设置，且密码不能是最常见的密码。',
};
