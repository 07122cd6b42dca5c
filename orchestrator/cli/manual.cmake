# Man page and completions say what the program says of itself, so the program writes them.
set(manual_folder ${CMAKE_CURRENT_BINARY_DIR}/manual)
file(MAKE_DIRECTORY ${manual_folder})
add_custom_command(
  OUTPUT ${manual_folder}/orchestrate.1.gz ${manual_folder}/orchestrate.bash ${manual_folder}/_orchestrate
         ${manual_folder}/orchestrate.fish
  COMMAND orchestrate help --man > ${manual_folder}/orchestrate.1
  COMMAND gzip -9nf ${manual_folder}/orchestrate.1
  COMMAND orchestrate completion bash > ${manual_folder}/orchestrate.bash
  COMMAND orchestrate completion zsh > ${manual_folder}/_orchestrate
  COMMAND orchestrate completion fish > ${manual_folder}/orchestrate.fish
  DEPENDS orchestrate
  COMMENT "Man page and completions"
  VERBATIM)
add_custom_target(manual ALL DEPENDS ${manual_folder}/orchestrate.1.gz)

install(FILES ${manual_folder}/orchestrate.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${manual_folder}/orchestrate.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME orchestrate)
# Debian's folders for files of packages; other systems' shells read them as well, or are told to.
install(FILES ${manual_folder}/_orchestrate DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${manual_folder}/orchestrate.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
