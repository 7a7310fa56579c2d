/** What the site says around its pages. */
export const texts = {
  root: {
    description: 'A self-hosted, multi-tenant backend for mobile Apps',
    groups: {
      begin: 'First hour',
      modules: 'Modules',
      reference: 'Reference',
      operations: 'Operations',
      about: 'About',
    },
    decisions: 'Decisions',
    english: (title: string) => title,
    theme: {
      outline: { level: [2, 3] as [number, number], label: 'On this page' },
      notFound: { quote: 'There is no such page, or it has another name now.' },
    },
    search: {},
  },
  zh: {
    description: '自行部署的多租户移动应用后端',
    groups: { begin: '第一个小时', modules: '模块', reference: '参考', operations: '运维', about: '关于' },
    decisions: '设计决策',
    english: (title: string) => `${title}（英文）`,
    theme: {
      outline: { level: [2, 3] as [number, number], label: '本页目录' },
      docFooter: { prev: '上一页', next: '下一页' },
      darkModeSwitchLabel: '外观',
      darkModeSwitchTitle: '切换到深色模式',
      lightModeSwitchTitle: '切换到浅色模式',
      sidebarMenuLabel: '菜单',
      returnToTopLabel: '回到顶部',
      langMenuLabel: '切换语言',
      skipToContentLabel: '跳到正文',
      notFound: {
        title: '找不到页面',
        quote: '没有这个页面，或者它换了名称。',
        linkLabel: '回到首页',
        linkText: '回到首页',
      },
    },
    search: {
      button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
      modal: {
        displayDetails: '显示详情',
        resetButtonTitle: '清空搜索',
        backButtonTitle: '关闭搜索',
        noResultsText: '没有结果：',
        footer: {
          selectText: '打开',
          selectKeyAriaLabel: '回车',
          navigateText: '选择',
          navigateUpKeyAriaLabel: '上箭头',
          navigateDownKeyAriaLabel: '下箭头',
          closeText: '关闭',
          closeKeyAriaLabel: 'Esc',
        },
      },
    },
  },
};
